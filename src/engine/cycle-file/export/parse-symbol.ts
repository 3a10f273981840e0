import type { FileConnector } from '../../../model/desired/cycle-file/cycle-file.ts';

/** What a name in a cycle file stands for, where an export has an id. */
export type SymbolKind = 'step' | 'field' | 'parameter' | 'method' | 'connector' | 'blob';

const prefixed = /^(step|field|parameter|method|connector|blob):/;

/** `step:List changed contacts`. All that follows the colon is the name, whatever signs it has. */
export function formatSymbol(kind: SymbolKind, name: string): string {
  return `${kind}:${name}`;
}

/** The name in a symbol of a kind; null for anything else. */
export function parseSymbol(kind: SymbolKind, text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith(`${kind}:`)) return null;
  return text.slice(kind.length + 1);
}

/** `connector:Sample CRM@2.0`, with `#2` behind it for the second one of its name. */
export function formatConnectorSymbol({ name, version, slot }: FileConnector): string {
  const ordinal = slot.slice(name.length);
  return formatSymbol(
    'connector',
    `${escapeCharacters(name, /[%@#]/g)}@${escapeCharacters(version ?? '', /[%@#]/g)}${ordinal}`,
  );
}

/** The connector that a symbol names; null where it is none. */
export function parseConnectorSymbol(text: unknown): FileConnector | null {
  const written = parseSymbol('connector', text);
  const match = written === null ? null : /^([^@#]+)@([^@#]*)(#[1-9]\d{0,3})?$/.exec(written);
  if (match === null) return null;
  const name = unescapeCharacters(match[1] ?? '');
  const version = unescapeCharacters(match[2] ?? '');
  return { name, version: version === '' ? null : version, slot: `${name}${match[3] ?? ''}` };
}

/** `step:List changed contacts,field:Contact.Email`; a comma inside a name stands as `%2C`. */
export function formatPair(step: string, field: string): string {
  return `step:${escapeCharacters(step, /[%,]/g)},field:${escapeCharacters(field, /[%,]/g)}`;
}

/** The step and field that a text names; null where it is no pair. */
export function parsePair(text: unknown): { readonly step: string; readonly field: string } | null {
  const match = typeof text === 'string' ? /^step:([^,]*),field:([^,]*)$/.exec(text) : null;
  return match === null
    ? null
    : { step: unescapeCharacters(match[1] ?? ''), field: unescapeCharacters(match[2] ?? '') };
}

/** A text of the export that would read as a symbol, with a backslash before it. */
export function toEscapedSymbol(text: string): string {
  return /^\\*(?:step|field|parameter|method|connector|blob):/.test(text) ? `\\${text}` : text;
}

/** The text that was escaped. */
export function toUnescapedSymbol(text: string): string {
  return /^\\+(?:step|field|parameter|method|connector|blob):/.test(text) ? text.slice(1) : text;
}

/** Whether a text of a cycle file claims to be a symbol. */
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
