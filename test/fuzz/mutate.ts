import type { Draw } from '../worlds/generate/draw.ts';

const odd: readonly string[] = [
  ...[
    '',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\r',
    '\u0000',
    '\ufeff',
    '\ud800',
    '\u202e',
    '\u2028',
    '\u0085',
  ],
  ...[
    '"',
    "'",
    '`',
    '\\',
    '\\u0000',
    '/',
    '..',
    '../../etc/passwd',
    '/dev/zero',
    '~',
    '#',
    '&',
    '*',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    ': ',
    '- ',
    '? ',
    '| ',
    '>',
    '%',
    '@',
    '!',
    '!!binary ',
    '!!js ',
  ],
  ...[
    '---\n',
    '...\n',
    '%YAML 9.9\n',
    `\${`,
    `"\${vars.zone}"`,
    `$\${account.id}`,
    '<<: ',
    '<<: *a',
    '&a ',
    '*a',
    '*missing',
    '!!int ',
    '!!set ',
  ],
  ...[
    'null',
    'true',
    'no',
    '0o17',
    '0x1F',
    '.inf',
    '.nan',
    '-0',
    '1e999',
    '9007199254740993',
    '1_0',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '2026-12-01', '12:30:45'],
  ...[
    `\${HOME}`,
    '{{x}}',
    '{{"a" "b"}}',
    '= 1',
    '[a].[b]',
    '[a][0',
    '#2',
    'x#2',
    '(((((((((',
    'a|b|c',
  ],
  ...[
    '😀',
    'e\u0301',
    'ﷺ',
    '日本',
    '\u001b[2J',
    '\u001b]0;x\u0007',
    'http://[::1',
    'https://a:b@c/',
  ],
];

/** Text with ranges removed, repeated, moved or replaced by odd characters. */
export function mutateText(draw: Draw, text: string): string {
  let changed = text;
  for (let left = draw.int(1, 5); left > 0; left -= 1) changed = mutateOnce(draw, changed);
  return changed;
}

function mutateOnce(draw: Draw, text: string): string {
  const start = draw.int(0, text.length);
  const end = Math.min(text.length, start + draw.int(0, draw.pick([2, 20, 400])));
  const [before, part, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const way = draw.pick([
    'cut',
    'double',
    'sign',
    'signs',
    'many',
    'swap',
    'indent',
    'end',
  ] as const);
  switch (way) {
    case 'cut':
      return before + after;
    case 'double':
      return before + part + part + after;
    case 'sign':
      return before + draw.pick(odd) + text.slice(start);
    case 'signs':
      return before + draw.pick(odd) + draw.pick(odd) + draw.pick(odd) + after;
    case 'many':
      return before + draw.pick(odd).repeat(draw.pick([2, 60, 3000])) + after;
    case 'swap':
      return after + part + before;
    case 'indent':
      return before + part.replaceAll('\n', `\n${' '.repeat(draw.int(0, 5))}`) + after;
    case 'end':
      return before;
  }
}

/** Bytes that are not what they were: also such as are no UTF-8. */
export function mutateBytes(draw: Draw, bytes: Uint8Array): Uint8Array {
  let changed = Buffer.from(bytes);
  for (let left = draw.pick([1, 2, 8, 64]); left > 0; left -= 1) {
    const at = draw.int(0, Math.max(0, changed.length - 1));
    if (draw.chance(90)) changed[at] = draw.int(0, 255);
    else if (draw.chance(50)) changed = changed.subarray(0, at);
    else changed.fill(draw.pick([0, 255]), at, Math.min(changed.length, at + draw.int(1, 4096)));
  }
  return changed;
}

/** A value of another kind than one expects. */
export function drawOddValue(draw: Draw): unknown {
  const values: readonly (() => unknown)[] = [
    () => null,
    () => draw.pick([true, false]),
    () => draw.pick([0, -0, -1, 1.5, 2 ** 53, 1e308, 5e-324, -1e21]),
    () => draw.pick(odd),
    () => draw.pick(odd).repeat(draw.pick([1, 40, 5000])),
    () => [],
    () => ({}),
    () => [draw.pick(odd), null, {}],
    () => ({ [draw.pick(odd)]: draw.pick(odd) }),
    () => Array.from({ length: 20_000 }, () => 0),
    () => nest(draw.pick([10, 200, 3000]), draw.chance(50)),
  ];
  return draw.pick(values)();
}

function nest(depth: number, isList: boolean): unknown {
  let value: unknown = 'x';
  for (let left = depth; left > 0; left -= 1) value = isList ? [value] : { a: value };
  return value;
}

/** A copy of data in which some parts are gone, twice there, renamed or of another kind. */
export function mutateData(draw: Draw, data: unknown): unknown {
  const copy: unknown = structuredClone(data);
  const places = listPlaces(copy);
  if (places.length === 0) return drawOddValue(draw);
  for (let left = draw.pick([1, 1, 1, 2, 5]); left > 0; left -= 1) {
    const { holder, key } = draw.pick(places);
    const way = draw.int(0, 9);
    if (way === 0) Reflect.deleteProperty(holder, key);
    else if (way === 1) Reflect.set(holder, `${key}${draw.pick(odd)}`, Reflect.get(holder, key));
    else if (way === 2) Reflect.set(holder, key, Reflect.get(draw.pick(places).holder, key));
    else Reflect.set(holder, key, drawOddValue(draw));
  }
  return copy;
}

type Place = { readonly holder: object; readonly key: string };

function listPlaces(data: unknown): readonly Place[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => [
    { holder: data, key },
    ...listPlaces(value),
  ]);
}
