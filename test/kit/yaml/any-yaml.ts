import fc from 'fast-check';

// YAML texts as people write them: all styles, comments, anchors and aliases, blank lines, both
// line ends. Tests ask a parser for their values.

/** A value before it is laid out; `alias` is one of an anchor that the text has before. */
type Part =
  | { readonly kind: 'scalar'; readonly text: string; readonly below: readonly string[] }
  | { readonly kind: 'map'; readonly style: Style; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly style: Style; readonly entries: readonly Entry[] };

type Style = 'block' | 'line' | 'lines';

type Entry = {
  readonly key: string;
  readonly part: Part;
  /** Lines above: comments, or empty. */
  readonly above: readonly string[];
  readonly after: string;
  /** Spaces between the sign and the value. */
  readonly gap: number;
  readonly anchor: boolean;
};

const word = fc.constantFrom('a', 'region', 'eu', 'Sample CRM', 'x-y', 'täglich', 'it’s', 'a#b');
const key = fc.constantFrom(
  'one',
  'two',
  'three',
  'Email.Address',
  'step four',
  '"[x].y"',
  "'it''s'",
  '77',
);
const comment = fc.constantFrom('# why', '# a: 1', '#- no', '# "quoted', "# it's {", '#');

const scalar = fc
  .oneof(
    word,
    fc.constantFrom('15', '1.50', 'true', 'null', '~', '0x1F', '-3', 'https://x.example/a:b?c=d'),
    word.map((text) => JSON.stringify(`${text}: "#1" \\ \t`)),
    fc.constantFrom('"0022"', '""', '"a\\n b"', "''", "'it''s #1'", "'{{x}}'", '"\\u2028"', '"😀"'),
    fc.constantFrom('!!str 15', '!!int 3', '!!str "x"'),
  )
  .map((text): Part => ({ kind: 'scalar', text, below: [] }));

const folded = fc
  .constantFrom(['plain', '  on lines'], ['"quoted', '  on', '', '  lines"'], ["'it", "   is'"])
  .map(([text = '', ...below]): Part => ({ kind: 'scalar', text, below }));

const blockScalar = fc
  .record({
    header: fc.constantFrom('|', '>', '|-', '>-', '|+', '>+'),
    note: fc.constantFrom('', ' # header'),
    lines: fc.array(fc.constantFrom('text', '# text', '  deep', 'a: b', '', '- x'), {
      minLength: 1,
      maxLength: 4,
    }),
    tail: fc.constantFrom([], [''], ['', '']),
  })
  .map(({ header, note, lines, tail }): Part => {
    const below = ['first', ...lines].map((line) => (line === '' ? '' : `  ${line}`));
    return { kind: 'scalar', text: header + note, below: [...below, ...tail] };
  });

function entryOf(part: fc.Arbitrary<Part>): fc.Arbitrary<Entry> {
  return fc.record({
    key,
    part,
    above: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.constant(['']) },
      { weight: 2, arbitrary: comment.map((text) => [text]) },
      { weight: 1, arbitrary: fc.tuple(comment, comment).map(([a, b]) => [a, '', b]) },
    ),
    after: fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      comment.map((text) => ` ${text}`),
    ),
    gap: fc.constantFrom(1, 1, 1, 3),
    anchor: fc.constantFrom(true, false, false, false, false, false),
  });
}

const tree = fc.letrec<{ flow: Part; block: Part }>((tie) => {
  const collection = (part: fc.Arbitrary<Part>, styles: readonly Style[]) =>
    fc
      .record({
        kind: fc.constantFrom('map' as const, 'map' as const, 'list' as const),
        style: fc.constantFrom(...styles),
        entries: fc.array(entryOf(part), { maxLength: 4 }),
      })
      .map(({ entries, ...rest }): Part => ({ ...rest, entries: dropRepeated(entries) }));
  return {
    flow: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'flow' },
      scalar,
      collection(tie('flow'), ['line']),
    ),
    block: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'block' },
      scalar,
      folded,
      blockScalar,
      collection(tie('block'), ['block']),
      collection(tie('flow'), ['line', 'lines']),
    ),
  };
});

const root = fc
  .array(entryOf(tree.block), { minLength: 1, maxLength: 6 })
  .map((entries): Part => ({ kind: 'map', style: 'block', entries: dropRepeated(entries) }));

/** Whole texts: one document or two, with or without a byte order mark and a line end at the end. */
export const anyYaml: fc.Arbitrary<string> = fc
  .record({
    documents: fc.array(root, { minLength: 1, maxLength: 2 }),
    aliases: fc.boolean(),
    head: fc.constantFrom('', '# a head\n', '# one\n\n# two\n', '---\n'),
    lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
    mark: fc.constantFrom('', '', '\ufeff'),
    isEnded: fc.boolean(),
    step: fc.constantFrom(2, 2, 4),
  })
  .map(({ documents, aliases, head, lineEnd, mark, isEnded, step }) => {
    const texts = documents.map((part) => layOut(part, { step, aliases }));
    const whole = head + texts.join('---\n');
    return mark + (isEnded ? whole : whole.replace(/\n+$/, '')).replaceAll('\n', lineEnd);
  });

/** `anchors` counts the started ones, `whole` is the last complete one. */
type Laying = { readonly step: number; readonly aliases: boolean; anchors: number; whole: number };

function layOut(part: Part, options: Pick<Laying, 'step' | 'aliases'>): string {
  const laying = { ...options, anchors: 0, whole: 0 };
  return writeBlock(part, 0, laying)
    .map((line) => `${line}\n`)
    .join('');
}

// The lines of a block collection, each with its margin.
function writeBlock(part: Part, indent: number, laying: Laying): string[] {
  if (part.kind === 'scalar') return [];
  const margin = ' '.repeat(indent);
  return part.entries.flatMap((entry) => {
    const sign = part.kind === 'map' ? `${entry.key}:` : '-';
    const above = entry.above.map((line) => (line === '' ? '' : margin + line));
    if (laying.aliases && laying.whole > 0 && entry.anchor) {
      return [...above, `${margin}${sign} *n${laying.whole}${entry.after}`];
    }
    const next = laying.anchors + 1;
    const lines = writeEntry(entry, { sign, indent }, laying);
    if (entry.anchor) laying.whole = next;
    return [...above, ...lines];
  });
}

function writeEntry(
  { part, after, gap, anchor }: Entry,
  { sign, indent }: { sign: string; indent: number },
  laying: Laying,
): string[] {
  const margin = ' '.repeat(indent);
  const head = `${margin}${sign}`;
  if (part.kind === 'scalar') {
    const [last, ...others] = part.below.toReversed();
    const isBlock = /^[|>]/.test(part.text);
    const name = nameAnchor(anchor, laying);
    const first = `${head}${' '.repeat(gap)}${name}${part.text}`;
    const below = part.below.map((line) => (line === '' ? '' : margin + line));
    if (isBlock) return [first, ...below];
    if (last === undefined) return [first + after];
    return [
      first,
      ...others.toReversed().map((line) => (line === '' ? '' : margin + line)),
      margin + last + after,
    ];
  }
  if (part.style === 'block' && part.entries.length > 0) {
    const name = nameAnchor(anchor, laying).trimEnd();
    const below = writeBlock(part, indent + laying.step, laying);
    return [`${head}${name === '' ? '' : ` ${name}`}${after}`, ...below];
  }
  const name = nameAnchor(anchor, laying);
  const [open, close] = part.kind === 'map' ? ['{', '}'] : ['[', ']'];
  if (part.style !== 'lines' || part.entries.length === 0) {
    return [`${head}${' '.repeat(gap)}${name}${writeFlow(part)}${after}`];
  }
  const inner = ' '.repeat(indent + laying.step);
  const lines = part.entries.map((entry, index) => {
    const isLast = index === part.entries.length - 1;
    const comma = isLast && gap === 1 ? '' : ',';
    return `${inner}${writeFlowEntry(part.kind, entry)}${comma}${entry.after}`;
  });
  return [
    `${head} ${name}${open}`,
    ...lines,
    `${margin}${' '.repeat(laying.step)}${close}${after}`,
  ];
}

function nameAnchor(anchor: boolean, laying: Laying): string {
  if (!anchor) return '';
  laying.anchors += 1;
  return `&n${laying.anchors} `;
}

function writeFlow(part: Part): string {
  if (part.kind === 'scalar') return part.text;
  const inner = part.entries.map((entry) => writeFlowEntry(part.kind, entry)).join(', ');
  return part.kind === 'map' ? `{${inner}}` : `[ ${inner} ]`;
}

function writeFlowEntry(kind: 'map' | 'list', { key: name, part }: Entry): string {
  return kind === 'map' ? `${name}: ${writeFlow(part)}` : writeFlow(part);
}

function dropRepeated(entries: readonly Entry[]): Entry[] {
  const names = new Set<string>();
  return entries.filter((entry) => {
    if (names.has(entry.key)) return false;
    names.add(entry.key);
    return true;
  });
}
