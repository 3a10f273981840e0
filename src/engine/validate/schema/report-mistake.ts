import type { ErrorObject } from 'ajv/dist/2020.js';
import { parsePointer, readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { listNearest } from '../../../kit/text/nearest.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { secretKinds } from '../../../model/secret/secret.ts';
import { isSecretName } from '../../../model/secret/secret-name.ts';
import { describeForm } from './describe-form.ts';
import { describePattern } from './describe-pattern.ts';
import { formatOr, formatSchemaType, formatType, formatValue } from './format-value.ts';
import type { Mistake } from './list-mistakes.ts';
import { type Form, isSecretPlace, type SchemaNode, type SchemaRoot } from './schemas.ts';

/** Message of a mistake without its place. */
type Words = Pick<Diagnostic, 'code' | 'summary'> & {
  readonly remedy?: string | undefined;
  /** Pointer of the key to mark; otherwise the value is marked. */
  readonly key?: string;
};

/** A URL with a user name, and mostly a password, before its host. */
const addressWithUser = /:\/\/[^/?#\s]*@/;

/** Reports a mistake against the schema: the problem, its place and the remedy. */
export function reportMistake(
  document: RawDocument,
  mistake: Mistake,
  root: SchemaRoot,
): Diagnostic {
  const isHidden = isSecretPlace(root, mistake.pointer);
  const context = { document, isHidden };
  const words =
    describeAddressWithUser(mistake) ??
    (mistake.kind === 'no-form'
      ? describeNoForm(context, mistake)
      : describeKeyword(context, mistake));
  const { key, remedy, ...message } = words;
  const isSuspect = key !== undefined && isSecretName(parsePointer(key).at(-1) ?? '');
  const masked = isHidden || isSuspect || message.code === 'secret-literal';
  return {
    ...message,
    severity: 'error',
    at: key === undefined ? document.spanOf(mistake.pointer) : document.keySpanOf(key),
    ...(remedy === undefined ? suggestSchema(document, message.code) : { remedy }),
    ...(masked ? { masked } : {}),
  };
}

function describeAddressWithUser({ pointer, value, ...mistake }: Mistake): Words | null {
  if (typeof value !== 'string' || !addressWithUser.test(value)) return null;
  const name = nameOf(pointer);
  const mayRefer = 'others' in mistake && mistake.others.some(isReference);
  return {
    code: 'secret-literal',
    summary: `${name} holds a user name or password, which a manifest must not contain`,
    remedy: mayRefer
      ? `Write a reference to the whole URL: ${name}: {env: NAME} or ${name}: {file: PATH}.`
      : 'Write the URL without them; cyclectl signs in with token.',
  };
}

/** Names the schema of the key, because the advice of the code cannot. */
function suggestSchema(document: RawDocument, code: Words['code']): { readonly remedy?: string } {
  const kind = String(readPointer(document.written, '/kind')).toLowerCase();
  const remedy = `Correct the value; run cyclectl schema ${kind} for the description of the key.`;
  return code === 'wrong-value' ? { remedy } : {};
}

/** Context of a message; `isHidden` forbids to quote the value. */
type MessageContext = { readonly document: RawDocument; readonly isHidden: boolean };

function describeKeyword(
  client: MessageContext,
  mistake: Extract<Mistake, { kind: 'keyword' }>,
): Words {
  const { error, pointer } = mistake;
  const schema = (error.parentSchema ?? {}) as SchemaNode;
  switch (error.keyword) {
    case 'additionalProperties':
      return describeUnknownKey(mistake, schema);
    case 'required':
    case 'dependentRequired':
      return describeMissingKey(pointer, String(error.params.missingProperty), schema);
    case 'type':
      return describeType(client, mistake);
    default:
      return error.propertyName === undefined
        ? describeValue(client, mistake, error)
        : describeKeyForm(pointer, error);
  }
}

function describeUnknownKey(
  { pointer, error, others, value }: Extract<Mistake, { kind: 'keyword' }>,
  schema: SchemaNode,
): Words {
  const name = String(error.params.additionalProperty);
  const known = Object.keys(schema.properties ?? {});
  const key = toEntryPointer(pointer, name);
  const other = others.find((form) => Object.hasOwn(form.schema.properties ?? {}, name));
  if (other !== undefined) {
    const isOwn = (each: string) =>
      isContainer(value) && each in value && !Object.hasOwn(other.schema.properties ?? {}, each);
    const summary = `The key ${name} cannot be combined with ${known.filter(isOwn).join(' and ')}`;
    return { code: 'unknown-key', summary, remedy: 'Keep one of them.', key };
  }
  const nearest = listNearest(name, known);
  const remedy =
    nearest.length > 0
      ? `Did you mean ${formatOr(nearest)}?`
      : `Keys allowed here: ${known.join(', ')}.`;
  return {
    code: 'unknown-key',
    summary: `Unknown key ${formatValue(name)}${inside(pointer)}`,
    remedy,
    key,
  };
}

function describeMissingKey(pointer: string, name: string, { properties }: SchemaNode): Words {
  const summary = `The key ${name} is missing${inside(pointer)}`;
  const { const: only = '…' } = (properties?.[name] ?? {}) as SchemaNode;
  return { code: 'missing-key', summary, remedy: `Add ${name}: ${only}`, key: pointer };
}

function describeType(
  client: MessageContext,
  mistake: Extract<Mistake, { kind: 'keyword' }>,
): Words {
  const { pointer, value, error } = mistake;
  const types = [error.schema as string | readonly string[]].flat();
  if (value === null) return describeNull(pointer, types);
  const wanted = formatOr(types.filter((type) => type !== 'null').map(formatSchemaType));
  // Its type alone would say nothing where another number is wanted.
  const isNumber = typeof value === 'number' && !client.isHidden && isOfNumbers(types);
  const shown = Number.isFinite(value) ? String(value) : 'not a finite number';
  return {
    code: 'wrong-type',
    summary: `${nameOf(pointer)} is ${isNumber ? shown : formatType(value)}; it must be ${wanted}`,
    remedy: types.includes('string')
      ? quoteScalar(client, mistake, (error.parentSchema ?? {}) as SchemaNode)
      : client.isHidden
        ? undefined
        : (suggestBoolean(mistake, types) ?? suggestNumber(types)),
  };
}

function isOfNumbers(types: readonly string[]): boolean {
  return types.includes('integer') || types.includes('number');
}

function suggestNumber(types: readonly string[]): string | undefined {
  if (!isOfNumbers(types)) return undefined;
  return `Write a ${types.includes('integer') ? 'whole ' : ''}number, without quotes or a unit.`;
}

function describeNull(pointer: string, types: readonly string[]): Words {
  const parent = parsePointer(pointer).at(-2);
  const isBoolean = types.length === 1 && types[0] === 'boolean';
  const remedy = isBoolean
    ? 'Write true or false, or remove the line to leave the value unmanaged.'
    : parent === 'fields' || parent === 'parameters'
      ? 'Write {ignore: true} to send nothing, or remove the line to leave the value unmanaged.'
      : 'Remove the line to leave the value unmanaged, or write a value.';
  const emptyMap = /^\/spec\/(?:connectors|cycles)$/.test(pointer)
    ? ` {} deletes those that cyclectl created or adopted.`
    : '';
  const summary = `${nameOf(pointer)} cannot be null`;
  return { code: 'null-not-allowed', summary, remedy: remedy + emptyMap };
}

/** Suggests `version: "2.0"` for text that YAML reads as another type, or its form where quotes are not enough. */
function quoteScalar(
  { document }: MessageContext,
  { pointer, value }: Mistake,
  { pattern = '' }: SchemaNode = {},
): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  if (isSecretName(nameOf(pointer))) return 'Quote the value to make it text.';
  if (document.isInterpolated(pointer)) return 'Quote the value of the variable to make it text.';
  const source = document.sourceOf(pointer) ?? String(value);
  if (!new RegExp(pattern, 'u').test(source)) return describePattern(pattern).remedy;
  return `Quote it to make it text: ${nameOf(pointer)}: "${source}"`;
}

/** YAML 1.1 reads these as booleans, and many people still write them. */
function suggestBoolean({ value }: Mistake, types: readonly string[]): string | undefined {
  if (!types.includes('boolean') || !/^(?:yes|no|on|off|y|n)$/i.test(String(value)))
    return undefined;
  return `YAML 1.2 reads ${String(value)} as text; write true or false.`;
}

function describeValue({ isHidden }: MessageContext, mistake: Mistake, error: ErrorObject): Words {
  const name = nameOf(mistake.pointer);
  const is = isHidden ? '' : `is ${formatValue(mistake.value)}; it `;
  const { limit, allowedValues, allowedValue, pattern, format } = error.params;
  const say = (summary: string, remedy?: string): Words => ({
    code: 'wrong-value',
    summary: `${name} ${summary}`,
    remedy,
  });
  switch (error.keyword) {
    case 'enum':
      return describeChoice(
        { ...mistake, isHidden },
        (allowedValues as readonly unknown[]).map(String),
      );
    case 'const':
      return describeChoice({ ...mistake, isHidden }, [String(allowedValue)]);
    case 'minimum':
    case 'exclusiveMinimum':
      return say(
        `${is}must be ${error.keyword === 'minimum' ? 'at least' : 'more than'} ${limit}`,
        suggestBounds(error.parentSchema),
      );
    case 'maximum':
      return say(`${is}must be at most ${limit}`, suggestBounds(error.parentSchema));
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return say('is empty', 'Write a value, or remove the line.');
    case 'maxLength':
      return say(`is longer than ${limit} characters`, 'Shorten it.');
    case 'uniqueItems':
      return say('has the same entry twice', 'Keep one of them.');
    default: {
      const hint = describePattern(String(pattern ?? format));
      return say(`${is}${hint.wanted}`, hint.remedy);
    }
  }
}

/** `Write a number from 0 to 744.` */
function suggestBounds(schema: object | undefined): string | undefined {
  const { minimum, maximum } = (schema ?? {}) as { minimum?: number; maximum?: number };
  if (minimum === undefined || maximum === undefined) return undefined;
  return `Write a number from ${minimum} to ${maximum}.`;
}

function describeChoice(
  mistake: Mistake & Pick<MessageContext, 'isHidden'>,
  allowed: readonly string[],
): Words {
  const nearest = allowed.length === 1 ? [] : listNearest(String(mistake.value), allowed);
  const choice = `Write ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}.`;
  return {
    code: 'wrong-value',
    summary: `${nameOf(mistake.pointer)} cannot be ${mistake.isHidden ? 'this value' : formatValue(mistake.value)}`,
    remedy: nearest.length > 0 ? `Did you mean ${formatOr(nearest)}? ${choice}` : choice,
  };
}

function describeKeyForm(pointer: string, error: ErrorObject): Words {
  const name = error.propertyName ?? '';
  const key = toEntryPointer(pointer, name);
  if (name === '') return { code: 'wrong-value', summary: 'A key is empty', key };
  const hint = describePattern(String(error.params.pattern));
  const summary = `The key ${formatValue(name)}${inside(pointer)} is invalid: it ${hint.wanted}`;
  return { code: 'wrong-value', summary, remedy: hint.remedy, key };
}

function describeNoForm(
  client: MessageContext,
  mistake: Extract<Mistake, { kind: 'no-form' }>,
): Words {
  const { pointer, value, forms } = mistake;
  if (value === null) return describeNull(pointer, []);
  const name = nameOf(pointer);
  if (forms.every(isReference) && !isContainer(value)) {
    const summary = `${name} is a secret, which a manifest must not contain`;
    const remedy = `Write a reference: ${name}: {env: NAME} or ${name}: {file: PATH}.`;
    return { code: 'secret-literal', summary, remedy };
  }
  const text = forms.find(({ schema }) => [schema.type ?? []].flat().includes('string'));
  const quoted = text === undefined ? undefined : quoteScalar(client, mistake, text.schema);
  const words = describeForm({ name, pointer, value, forms, isHidden: client.isHidden });
  return quoted === undefined ? words : { ...words, remedy: quoted };
}

function isReference({ schema }: Form): boolean {
  return secretKinds.some((kind) => kind === schema.required?.[0]);
}

function nameOf(pointer: string): string {
  const names = parsePointer(pointer);
  const last = names.at(-1);
  if (last === undefined) return 'The document';
  return /^\d+$/.test(last) && names.length > 1
    ? `Entry ${Number(last) + 1} of ${names.at(-2)}`
    : last;
}

function inside(pointer: string): string {
  const names = parsePointer(pointer).filter((name) => name !== 'spec');
  return pointer === '' ? '' : ` in ${names.join('.') || 'spec'}`;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
