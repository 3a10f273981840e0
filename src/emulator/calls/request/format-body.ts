import { XMLBuilder } from 'fast-xml-parser';
import type { Method, MethodItem } from '../../resources/catalog/catalog.ts';
import type { WorldFormat } from '../../world/file/world.ts';
import { CallError } from '../answer/call-error.ts';
import { readText } from '../answer/read-text.ts';
import type { CallValue, MethodCall } from '../method-call.ts';
import { formatList, isRecord, readLocation, writeLocation } from './location.ts';

/** Request body with its content type. */
export interface FormattedBody {
  readonly text: string;
  readonly contentType: string;
}

const contentTypes: Readonly<Record<WorldFormat, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
};

/**
 * Body of a call: fields by Location and DataType, or the caller's text; null if the method has
 * none. Throws CallError for a missing required field or a wrong type.
 */
export function formatBody(call: MethodCall, format: WorldFormat): FormattedBody | null {
  const { method, body } = call;
  if (body !== undefined && body.trim() !== '') {
    return formatGiven(call, body, format);
  }
  if (method.fields.length === 0) {
    return null;
  }
  return {
    text: formatTree(makeFieldTree(call), method, format),
    contentType: contentTypes[format],
  };
}

/** The fields of a call by Location, typed. Throws CallError as `formatBody` does. */
export function makeFieldTree({ method, values }: MethodCall): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const field of method.fields) {
    const value = values.get(field.id) ?? null;
    checkGiven(field, value);
    if (!isEmpty(value)) {
      writeLocation(tree, field.key, toTyped(field, value));
    }
  }
  return tree;
}

/** Sends the caller's text unchanged in the format of the API, else converts it. */
function formatGiven(call: MethodCall, body: string, format: WorldFormat): FormattedBody {
  const isXml = body.trimStart().startsWith('<');
  const data = readText(body, isXml ? 'xml' : 'json', call.method);
  if (data === undefined || !isRecord(data)) {
    throw new CallError(
      'Failed to build the request',
      `The request body is no ${isXml ? 'XML' : 'JSON object'}.`,
    );
  }
  const { root } = call.method;
  const inner = isXml && root !== null ? data[root] : data;
  for (const field of call.method.fields) {
    checkGiven(field, readLocation(inner, field.key));
  }
  const isSame = isXml ? format === 'xml' : format === 'json';
  const tree = isRecord(inner) ? inner : {};
  return {
    text: isSame ? body : formatTree(tree, call.method, format),
    contentType: contentTypes[format],
  };
}

function checkGiven(field: MethodItem, value: unknown): void {
  if (!field.isOptional && isEmpty(value)) {
    throw new CallError('Required source is empty', `The field '${field.key}' is required.`, {
      id: field.id,
      name: field.key,
    });
  }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every(isEmpty)
    : value === undefined || value === null || value === '';
}

function toTyped(field: MethodItem, value: CallValue): CallValue {
  if (Array.isArray(value)) {
    return value.map((item) => toTyped(field, item));
  }
  if (typeof value !== 'string') {
    return value;
  }
  const typed = parseTyped(field, value.trim());
  if (typed === undefined) {
    throw new CallError(
      'Failed to build the request',
      `'${value}' is not a value of type ${field.dataType} for '${field.key}'.`,
      { id: field.id, name: field.key },
    );
  }
  return typed ?? value;
}

/** Null for text that stays as it is; undefined for a wrong type. */
function parseTyped(field: MethodItem, text: string): number | boolean | null | undefined {
  if (text === '') {
    return null;
  }
  switch (field.dataType) {
    case 'Integer':
      return /^[+-]?[0-9]+$/.test(text) && Number.isSafeInteger(Number(text))
        ? Number(text)
        : undefined;
    case 'Float':
    case 'Decimal':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'Boolean':
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'DateTime':
      return Number.isNaN(Date.parse(text)) ? undefined : null;
    default:
      return null;
  }
}

function formatTree(tree: Record<string, unknown>, method: Method, format: WorldFormat): string {
  switch (format) {
    case 'json':
      return JSON.stringify(tree);
    case 'form': {
      const pairs = Object.entries(tree).map(([name, value]): [string, string] => [
        name,
        isRecord(value) ? JSON.stringify(value) : formatList(value as CallValue),
      ]);
      return new URLSearchParams(pairs).toString();
    }
    case 'xml': {
      const rooted = method.root === null ? tree : { [method.root]: tree };
      if (Object.keys(rooted).length !== 1) {
        throw new CallError(
          'Failed to build the request',
          'An XML request has exactly one root element.',
        );
      }
      return formatXml(rooted);
    }
  }
}

/** Formats plain data as XML; names with `@` become attributes. */
export function formatXml(data: Record<string, unknown>): string {
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    suppressEmptyNode: true,
  });
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build(data)}`;
}
