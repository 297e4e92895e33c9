//! Plain HTTP beside gRPC on one port: JSON, gRPC-Web, and files for browsers.
//!
//! Every request says by its content type what it speaks. gRPC goes straight to
//! the services. gRPC-Web is translated and then goes there as well. All the
//! rest meets an [`axum::Router`], whose handlers may call the services through
//! [`Grpc`]: past this point every call is a gRPC call, so limits, deadlines,
//! traces and metrics hold for all of them alike.

mod hosts;
mod origins;

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use bytes::Bytes;
use futures::future::{self, BoxFuture, MapOk};
use futures::{FutureExt, TryFutureExt};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Request, Response, Version};
use http_body_util::Either;
use tonic::body::Body;
use tonic_web::GrpcWebLayer;
use tower::util::BoxCloneSyncService;
use tower::{BoxError, Layer, Service, ServiceBuilder, ServiceExt};

pub use hosts::{Hosts, HostsError};
pub use origins::{Origins, OriginsError};

/// The gRPC services of this process with all their layers, without a network
/// in between.
pub type Grpc = BoxCloneSyncService<Request<Body>, Response<Body>, Infallible>;

/// What a port serves beside gRPC.
#[derive(Clone)]
pub struct HttpRoutes {
    build: Arc<dyn Fn(Grpc) -> Router + Send + Sync>,
    origins: Option<Origins>,
    hosts: Hosts,
    hosts_setting: &'static str,
}

impl HttpRoutes {
    /// Serves these routes, which may call the process's own services, to whoever
    /// calls this machine by a name of its own or by its address.
    pub fn new(build: impl Fn(Grpc) -> Router + Send + Sync + 'static) -> Self {
        let (hosts, hosts_setting) = (Hosts::default(), "the allowed hosts");
        Self { build: Arc::new(build), origins: None, hosts, hosts_setting }
    }

    /// Lets browsers call the port by these hosts. Who calls it by another one is
    /// told that this is the setting.
    pub fn with_hosts(mut self, hosts: Hosts, setting: &'static str) -> Self {
        self.hosts = hosts;
        self.hosts_setting = setting;
        self
    }

    /// Lets pages of these origins read the answers. None: only pages that the
    /// port serves itself.
    pub fn with_origins(mut self, origins: Option<Origins>) -> Self {
        self.origins = origins;
        self
    }
}

impl fmt::Debug for HttpRoutes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("HttpRoutes").field("origins", &self.origins).finish_non_exhaustive()
    }
}

/// Tells gRPC, gRPC-Web and everything else apart.
#[derive(Debug, Clone)]
pub(crate) struct HttpLayer {
    routes: Option<HttpRoutes>,
}

impl HttpLayer {
    /// Without routes everything is taken for gRPC.
    pub(crate) fn new(routes: Option<HttpRoutes>) -> Self {
        Self { routes }
    }
}

impl<S, B> Layer<S> for HttpLayer
where
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible>,
    S: Clone + Send + Sync + 'static,
    S::Future: Send,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Service = HttpService<S>;

    fn layer(&self, inner: S) -> HttpService<S> {
        let others = self.routes.as_ref().map(|routes| Others::new(routes, &inner));
        HttpService { inner, others }
    }
}

/// See [`HttpLayer`].
#[derive(Clone)]
pub(crate) struct HttpService<S> {
    inner: S,
    others: Option<Others>,
}

/// Those that do not speak gRPC.
#[derive(Clone)]
struct Others {
    web: Grpc,
    plain: Router,
    // Shared, since all of it is cloned for every request.
    hosts: Arc<Hosts>,
    hosts_setting: &'static str,
}

impl Others {
    fn new<S, B>(routes: &HttpRoutes, inner: &S) -> Self
    where
        S: Service<Request<Body>, Response = Response<B>, Error = Infallible>,
        S: Clone + Send + Sync + 'static,
        S::Future: Send,
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let grpc = inner.clone().map_response(|response: Response<B>| response.map(Body::new));
        let grpc = Grpc::new(grpc);
        let web = ServiceBuilder::new().layer(GrpcWebLayer::new()).service(grpc.clone());
        let plain = (routes.build)(grpc);
        let (web, plain) = match routes.origins.as_ref().map(Origins::layer) {
            None => (Grpc::new(web), plain),
            Some(cors) => (Grpc::new(cors.layer(web)), plain.layer(cors)),
        };
        let (hosts, hosts_setting) = (Arc::new(routes.hosts.clone()), routes.hosts_setting);
        Self { web, plain, hosts, hosts_setting }
    }

    /// Whether a browser may have sent this by a name that is not ours.
    ///
    /// gRPC over HTTP/2 is never of a browser that came by another name: browsers
    /// speak HTTP/2 over TLS only, and there the certificate has to have the name.
    /// Over HTTP/1.1 a page can send every content type to where it is at home.
    fn is_misdirected(&self, language: Language, request: &Request<Body>) -> bool {
        let is_native = language == Language::Grpc && request.version() == Version::HTTP_2;
        !is_native && !self.hosts.allow(request)
    }
}

impl<S, B> Service<Request<Body>> for HttpService<S>
where
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible>,
    S::Future: Send + 'static,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = Response<Either<B, Body>>;
    type Error = Infallible;
    // gRPC is what most requests are, so nothing is boxed on its way.
    type Future = future::Either<
        MapOk<S::Future, fn(Response<B>) -> Self::Response>,
        BoxFuture<'static, Result<Self::Response, Infallible>>,
    >;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let language = Language::of(request.headers());
        let answer = match (language, &mut self.others) {
            (_, Some(others)) if others.is_misdirected(language, &request) => {
                future::ready(Ok(hosts::misdirected(others.hosts_setting))).boxed()
            }
            (Language::GrpcWeb, Some(others)) => others.web.clone().oneshot(request).boxed(),
            (Language::Other, Some(others)) => {
                let answer = others.plain.call(request);
                Box::pin(async move { Ok(answer.await?.map(Body::new)) })
            }
            (Language::Grpc, _) | (_, None) => {
                let as_it_is: fn(Response<B>) -> Self::Response = |answer| answer.map(Either::Left);
                return future::Either::Left(self.inner.call(request).map_ok(as_it_is));
            }
        };
        future::Either::Right(answer.map_ok(|answer| answer.map(Either::Right)).boxed())
    }
}

/// What a request speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Grpc,
    GrpcWeb,
    Other,
}

impl Language {
    fn of(headers: &HeaderMap) -> Self {
        let content_type = headers.get(CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
        let begins_with = |prefix: &str| {
            let begin = content_type.get(..prefix.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(prefix.as_bytes()))
        };
        if begins_with("application/grpc-web") {
            Self::GrpcWeb
        } else if begins_with("application/grpc") {
            Self::Grpc
        } else {
            Self::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn the_content_type_says_what_a_request_speaks() {
        for (content_type, language) in [
            ("application/grpc", Language::Grpc),
            ("Application/gRPC+proto", Language::Grpc),
            ("application/grpc-web", Language::GrpcWeb),
            ("application/grpc-web-text+proto", Language::GrpcWeb),
            ("application/json", Language::Other),
            ("application/grp", Language::Other),
            ("", Language::Other),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
            assert_eq!(Language::of(&headers), language, "{content_type}");
        }
        assert_eq!(Language::of(&HeaderMap::new()), Language::Other);
    }
}
