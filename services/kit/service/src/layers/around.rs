//! A layer that does something around every call.

use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{Request, Response};
use tower::{Layer, Service};

/// What comes of a call.
pub(super) type ResponseFuture<B, E> = BoxFuture<'static, Result<Response<B>, E>>;

/// What is done around every call.
pub trait Around: Clone {
    /// What becomes of the body of an answer.
    type Body<B>;

    /// Passes the call on, or answers it.
    fn call<S, Q, B>(
        &self,
        inner: &mut S,
        request: Request<Q>,
    ) -> ResponseFuture<Self::Body<B>, S::Error>
    where
        S: Service<Request<Q>, Response = Response<B>>,
        S::Future: Send + 'static,
        S::Error: Send + 'static,
        B: Default + Send + 'static;
}

/// The same as a layer.
#[derive(Debug, Clone)]
pub struct AroundLayer<A>(pub(super) A);

impl<S, A: Around> Layer<S> for AroundLayer<A> {
    type Service = AroundService<A, S>;

    fn layer(&self, inner: S) -> Self::Service {
        AroundService { around: self.0.clone(), inner }
    }
}

/// See [`AroundLayer`].
#[derive(Debug, Clone)]
pub struct AroundService<A, S> {
    around: A,
    inner: S,
}

impl<A, S, Q, B> Service<Request<Q>> for AroundService<A, S>
where
    A: Around,
    S: Service<Request<Q>, Response = Response<B>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    B: Default + Send + 'static,
{
    type Response = Response<A::Body<B>>;
    type Error = S::Error;
    type Future = ResponseFuture<A::Body<B>, S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Q>) -> Self::Future {
        self.around.call(&mut self.inner, request)
    }
}
