import type { FileConnector } from '../../../model/desired/cycle-file/cycle-file.ts';

/** What a name in a cycle file stands for, where an export has an id. */
export type SymbolKind = 'step' | 'field' | 'parameter' | 'method' | 'connector' | 'blob';

const prefixed = /^(step|field|parameter|method|connector|blob):/;

/** `step:List changed contacts`. All that follows the colon is the name, whatever signs it has. */
export function writeSymbol(kind: SymbolKind, name: string): string {
  return `${kind}:${name}`;
}

/** The name in a symbol of a kind; null for anything else. */
export function readSymbol(kind: SymbolKind, text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith(`${kind}:`)) return null;
  return text.slice(kind.length + 1);
}

/** `connector:Sample CRM@2.0`, with `#2` behind it for the second one of its name. */
export function writeConnectorSymbol({ name, version, slot }: FileConnector): string {
  const ordinal = slot.slice(name.length);
  return writeSymbol(
    'connector',
    `${hideSigns(name, /[%@#]/g)}@${hideSigns(version ?? '', /[%@#]/g)}${ordinal}`,
  );
}

/** The connector that a symbol names; null where it is none. */
export function readConnectorSymbol(text: unknown): FileConnector | null {
  const written = readSymbol('connector', text);
  const match = written === null ? null : /^([^@#]+)@([^@#]*)(#[1-9]\d{0,3})?$/.exec(written);
  if (match === null) return null;
  const name = revealSigns(match[1] ?? '');
  const version = revealSigns(match[2] ?? '');
  return { name, version: version === '' ? null : version, slot: `${name}${match[3] ?? ''}` };
}

/** `step:List changed contacts,field:Contact.Email`; a comma inside a name stands as `%2C`. */
export function writePair(step: string, field: string): string {
  return `step:${hideSigns(step, /[%,]/g)},field:${hideSigns(field, /[%,]/g)}`;
}

/** The step and field that a text names; null where it is no pair. */
export function readPair(text: unknown): { readonly step: string; readonly field: string } | null {
  const match = typeof text === 'string' ? /^step:([^,]*),field:([^,]*)$/.exec(text) : null;
  return match === null
    ? null
    : { step: revealSigns(match[1] ?? ''), field: revealSigns(match[2] ?? '') };
}

/** A text of the export that would read as a symbol, with a backslash before it. */
export function escapeText(text: string): string {
  return /^\\*(?:step|field|parameter|method|connector|blob):/.test(text) ? `\\${text}` : text;
}

/** The text that was escaped. */
export function unescapeText(text: string): string {
  return /^\\+(?:step|field|parameter|method|connector|blob):/.test(text) ? text.slice(1) : text;
}

/** Whether a text of a cycle file claims to be a symbol. */
export function isSymbol(text: string): boolean {
  return prefixed.test(text);
}

function hideSigns(text: string, signs: RegExp): string {
  return text.replace(
    signs,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function revealSigns(text: string): string {
  return text.replaceAll(/%(25|2C|40|23)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
