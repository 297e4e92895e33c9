// @ts-check
// Turns the choices of the create form into the game's options message. The
// form has values as on a command line, for example `random`; the message wants
// `START_HAND_RANDOM`. The game's schema says which is which, so this reads as
// much of an encoded FileDescriptorSet as that takes.

import { ask } from "./api.js";
import { fromBase64 } from "./bytes.js";

/** Kinds of fields, by their numbers in descriptor.proto. */
const BOOL = 8;
const STRING = 9;
const ENUM = 14;

/**
 * The options message of a match.
 *
 * @param {any} game from ListGames
 * @param {Map<string, string>} choices values by the names of the options
 */
export async function optionsOf(game, choices) {
  const chosen = [...choices].filter(([name, value]) => value !== defaultOf(game, name));
  if (chosen.length === 0) return {};
  const schema = await ask("GetGameSchema", { game: game.id });
  const files = messages(fromBase64(schema.descriptorSet), 1);
  const fields = fieldsOf(files, game.optionsMessage);
  return Object.fromEntries(
    chosen.map(([name, value]) => [name, jsonValue(files, fields.get(name), value)]),
  );
}

function defaultOf(/** @type {any} */ game, /** @type {string} */ name) {
  return game.options.find((/** @type {any} */ option) => option.name === name)?.defaultValue ?? "";
}

/**
 * @param {Uint8Array[]} files
 * @param {{ kind: number, typeName: string } | undefined} field
 * @param {string} value
 */
function jsonValue(files, field, value) {
  if (!field || field.kind === STRING) return value;
  if (field.kind === BOOL) return value === "true";
  if (field.kind !== ENUM) return Number(value);
  const wanted = `_${value.toUpperCase()}`;
  const names = enumNames(files, field.typeName);
  return (
    names.find((name) => name.endsWith(wanted) && name.length === prefix(names) + wanted.length) ??
    value
  );
}

/** How long the part is that all names of an enum begin with, up to its last underscore. */
function prefix(/** @type {string[]} */ names) {
  const [first = "", ...others] = names;
  let length = first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length).lastIndexOf("_");
}

/** The fields of a message by name. */
function fieldsOf(/** @type {Uint8Array[]} */ files, /** @type {string} */ fullName) {
  const message = find(files, 4, 3, fullName);
  return new Map(
    (message ? messages(message, 2) : []).map((field) => {
      const typeName = text(field, 6).replace(/^\./, "");
      return [text(field, 1), { kind: number(field, 5), typeName }];
    }),
  );
}

function enumNames(/** @type {Uint8Array[]} */ files, /** @type {string} */ fullName) {
  const found = find(files, 5, 4, fullName);
  return found ? messages(found, 2).map((value) => text(value, 1)) : [];
}

/**
 * A message or enum by its full name, at the top of a file or inside a message.
 *
 * @param {Uint8Array[]} files
 * @param {number} inFile the number of the field that holds such things in a file
 * @param {number} inMessage the same in a message
 * @param {string} fullName
 */
function find(files, inFile, inMessage, fullName) {
  for (const file of files) {
    const place = text(file, 2);
    if (!fullName.startsWith(`${place}.`)) continue;
    const found = within(file, inFile, 4, inMessage, fullName.slice(place.length + 1).split("."));
    if (found) return found;
  }
  return null;
}

/** @returns {Uint8Array | null} */
function within(
  /** @type {Uint8Array} */ holder,
  /** @type {number} */ things,
  /** @type {number} */ inner,
  /** @type {number} */ inMessage,
  /** @type {string[]} */ [name, ...rest],
) {
  const from = rest.length === 0 ? things : inner;
  const found = messages(holder, from).find((it) => text(it, 1) === name);
  return found && rest.length > 0 ? within(found, inMessage, 3, inMessage, rest) : (found ?? null);
}

function text(/** @type {Uint8Array} */ message, /** @type {number} */ field) {
  return new TextDecoder().decode(messages(message, field)[0] ?? new Uint8Array(0));
}

function number(/** @type {Uint8Array} */ message, /** @type {number} */ field) {
  const found = entries(message).find((entry) => entry.field === field);
  return typeof found?.value === "number" ? found.value : 0;
}

/** All values of a field that hold bytes: texts and inner messages. */
function messages(/** @type {Uint8Array} */ message, /** @type {number} */ field) {
  return entries(message).flatMap(({ field: at, value }) =>
    at === field && value instanceof Uint8Array ? [value] : [],
  );
}

/** The fields of an encoded message, in order. */
function entries(/** @type {Uint8Array} */ bytes) {
  /** @type {{ field: number, value: number | Uint8Array }[]} */
  const found = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at];
      at += 1;
      value += (byte & 127) * shift;
      if (byte === undefined || byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    const kind = tag % 8;
    if (kind === 0) {
      found.push({ field, value: varint() });
    } else if (kind === 2) {
      const length = varint();
      found.push({ field, value: bytes.subarray(at, at + length) });
      at += length;
    } else {
      at += kind === 1 ? 8 : 4;
    }
  }
  return found;
}
