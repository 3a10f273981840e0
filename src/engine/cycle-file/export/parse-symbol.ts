import type { FileConnector } from '../../../model/desired/cycle-file/cycle-file.ts';

/** Kind of a symbol, which replaces an id of an export with a name. */
export type SymbolKind = 'step' | 'field' | 'parameter' | 'method' | 'connector' | 'blob';

const prefixed = /^(step|field|parameter|method|connector|blob):/;

/** Formats `step:List changed contacts`. All characters after the colon are the name. */
export function formatSymbol(kind: SymbolKind, name: string): string {
  return `${kind}:${name}`;
}

/** Parses the name in a symbol of a kind; null for any other text. */
export function parseSymbol(kind: SymbolKind, text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith(`${kind}:`)) return null;
  return text.slice(kind.length + 1);
}

/** Formats `connector:Sample CRM@2.0`, with `#2` for the second one of its name. */
export function formatConnectorSymbol({ name, version, slot }: FileConnector): string {
  const ordinal = slot.slice(name.length);
  return formatSymbol(
    'connector',
    `${escapeCharacters(name, /[%@#]/g)}@${escapeCharacters(version ?? '', /[%@#]/g)}${ordinal}`,
  );
}

/** Parses the connector of a symbol; null for any other text. */
export function parseConnectorSymbol(text: unknown): FileConnector | null {
  const written = parseSymbol('connector', text);
  const match = written === null ? null : /^([^@#]+)@([^@#]*)(#[1-9]\d{0,3})?$/.exec(written);
  if (match === null) return null;
  const name = unescapeCharacters(match[1] ?? '');
  const version = unescapeCharacters(match[2] ?? '');
  return { name, version: version === '' ? null : version, slot: `${name}${match[3] ?? ''}` };
}

/**
 * Formats `step:List changed contacts,field:Contact.Email`; a comma inside a name becomes `%2C`.
 */
export function formatPair(step: string, field: string): string {
  return `step:${escapeCharacters(step, /[%,]/g)},field:${escapeCharacters(field, /[%,]/g)}`;
}

/** Parses a step and field; null for any other text. */
export function parsePair(text: unknown): { readonly step: string; readonly field: string } | null {
  const match = typeof text === 'string' ? /^step:([^,]*),field:([^,]*)$/.exec(text) : null;
  return match === null
    ? null
    : { step: unescapeCharacters(match[1] ?? ''), field: unescapeCharacters(match[2] ?? '') };
}

/** Escapes a text of the export that would read as a symbol, with a backslash. */
export function toEscapedSymbol(text: string): string {
  return /^\\*(?:step|field|parameter|method|connector|blob):/.test(text) ? `\\${text}` : text;
}

/** Removes the escape of such a text. */
export function toUnescapedSymbol(text: string): string {
  return /^\\+(?:step|field|parameter|method|connector|blob):/.test(text) ? text.slice(1) : text;
}

/** True for a text of a cycle file in the form of a symbol. */
export function isSymbol(text: string): boolean {
  return prefixed.test(text);
}

function escapeCharacters(text: string, signs: RegExp): string {
  return text.replace(
    signs,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function unescapeCharacters(text: string): string {
  return text.replaceAll(/%(25|2C|40|23)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
