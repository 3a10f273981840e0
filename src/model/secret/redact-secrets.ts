import { SecretValue } from './secret.ts';

const redacted = '[secret]';

/**
 * Redacts secrets of a request in its response, in every form: plain, JSON, percent-encoded, HTML,
 * base64, decoded base64 (SPEC 4.3). Matches come from the original text, so that overlaps leave
 * nothing.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.flatMap(listForms));
  forms.delete('');
  const found = [...forms].flatMap((form) => listOccurrences(text, form));
  found.sort((left, right) => left.from - right.from || right.to - left.to);
  let kept = '';
  let to = 0;
  for (const range of found) {
    if (range.from >= to) kept += text.slice(to, range.from) + redacted;
    to = Math.max(to, range.to);
  }
  return kept + text.slice(to);
}

type Range = { readonly from: number; readonly to: number };

function listOccurrences(text: string, form: string): readonly Range[] {
  const found: Range[] = [];
  for (let from = text.indexOf(form); from !== -1; from = text.indexOf(form, from + 1)) {
    found.push({ from, to: from + form.length });
  }
  return found;
}

function listForms(secret: string): readonly string[] {
  return listInner(secret).flatMap((inner) => [...listSpellings(inner), ...listBase64(inner)]);
}

/** The secret, and what it holds when it is base64 of `user:password`. */
function listInner(secret: string): readonly string[] {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(secret)) return [secret];
  const decoded = Buffer.from(secret, 'base64').toString('utf8');
  const at = decoded.indexOf(':');
  if (at < 0 || /[\p{Cc}\uFFFD]/u.test(decoded)) return [secret];
  return [secret, decoded, decoded.slice(at + 1)];
}

function listSpellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(toWellFormed(secret));
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  return [
    secret,
    secret.trim(),
    json,
    json.replaceAll('/', '\\/'),
    escapeUnicode(json, (hex) => hex),
    escapeUnicode(json, (hex) => hex.toUpperCase()),
    percent,
    lowerPercent(percent),
    form,
    lowerPercent(form),
    escapeHtml(secret, '&#39;'),
    escapeHtml(secret, '&apos;'),
  ];
}

function listBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const padded = bytes.toString('base64');
  return [padded, padded.replace(/={1,2}$/, ''), bytes.toString('base64url')];
}

/** How .NET writes JSON: `<`, `>`, `&`, `'`, `+` and all beyond ASCII as \uXXXX. */
function escapeUnicode(json: string, spell: (hex: string) => string): string {
  return json.replace(
    /[<>&'+]|[^ -~]/g,
    (character) => `\\u${spell(character.charCodeAt(0).toString(16).padStart(4, '0'))}`,
  );
}

function escapeHtml(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);
}

function lowerPercent(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** Replaces a lone surrogate, because it cannot be percent-encoded. */
function toWellFormed(text: string): string {
  return text.toWellFormed();
}

/** Redacts every secret that this process opened recently, for texts of unknown origin. */
export function redactKnownSecrets(text: string): string {
  return SecretValue.redactKnown(text, redactSecrets);
}
