/** A spelling of a secret, in small letters and without white space; see `squeeze`. */
export type Form = { readonly name: string; readonly text: string };

// Minimum length, because shorter pieces occur in unrelated texts by chance.
const shortestForm = 8;

/** Every spelling in which a secret could get into what a program leaves behind. */
export function listForms(secret: string): readonly Form[] {
  const lines = secret.split('\n').map((line) => line.trim());
  const spelt = lines.flatMap((line) => [
    { name: 'plain', text: line },
    ...listEscaped(line),
    { name: 'hex', text: Buffer.from(line).toString('hex') },
  ]);
  const packed = [secret, ...(lines.length > 1 ? lines : [])].flatMap(listBase64);
  const seen = new Set<string>();
  return [...spelt, ...packed]
    .map(({ name, text }) => ({ name, text: squeeze(text) }))
    .filter(({ text }) => text.length >= shortestForm && !seen.has(text) && seen.add(text));
}

/**
 * A text as it is searched: whatever a report or an encoder breaks at line ends is whole again, and the case of
 * letters, which differs between encoders, counts no more.
 */
export function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, '');
}

function listEscaped(line: string): readonly Form[] {
  const json = JSON.stringify(line).slice(1, -1);
  return [
    { name: 'JSON', text: json },
    { name: 'JSON twice', text: JSON.stringify(json).slice(1, -1) },
    { name: 'JSON in ASCII', text: toAscii(json) },
    { name: 'URL', text: encodeURIComponent(line) },
    { name: 'form', text: new URLSearchParams({ s: line }).toString().slice(2) },
    { name: 'HTML', text: line.replaceAll('&', '&amp;').replaceAll('"', '&quot;') },
    { name: 'YAML', text: line.replaceAll("'", "''") },
  ];
}

function toAscii(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Stable part of its base64 for the three possible offsets. */
function listBase64(secret: string): readonly Form[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(secret, 'utf8');
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor((whole.length * 8) / 6);
    const text = whole.toString('base64').slice(start, end);
    return [
      { name: 'base64', text },
      { name: 'base64url', text: whole.toString('base64url').slice(start, end) },
      { name: 'base64 in URL', text: encodeURIComponent(text) },
    ];
  });
}
