import {
  Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { toWrappedLines } from '../../../kit/text/text-layout.ts';
import { formatUnseen, toVisible } from '../../../kit/text/visible-text.ts';
import { toEscapedText, toEscapedValue } from '../../../model/manifest/interpolation.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { Remark } from './described-account.ts';

/** Width of a comment without its indentation. */
const commentColumns = 90;

/** Paths of maps and lists on one line with their key; `*` matches one name. */
const onOneLine = [
  'spec/ids',
  'spec/retention',
  'spec/errorWebhook',
  'spec/connectors/*/connector',
  'spec/connectors/*/auth',
  'spec/connectors/*/properties/*',
  'spec/cycles/*/from',
  'spec/cycles/*/tags',
  'spec/cycles/*/retention',
  'spec/cycles/*/connectors',
  'spec/cycles/*/schedule',
  'spec/cycles/*/variables/*',
  'spec/cycles/*/steps/*/parameters/*',
  'spec/cycles/*/steps/*/fields/*',
  'spec/cycles/*/steps/*/launchVisible',
  'spec/inputs/*',
  'spec/overrides/set',
].map((pattern) => pattern.split('/'));

/**
 * Formats a manifest with remarks as comments, deterministically. Escapes control characters, also
 * in names and texts of the service.
 */
export function formatManifest(written: WrittenAccount, remarks: readonly Remark[]): string {
  return formatWritten(escapeSpec(written), remarks);
}

/** Formats a manifest of any kind whose texts may have placeholders, in the same way. */
export function formatWritten(written: unknown, remarks: readonly Remark[] = []): string {
  const document = new Document(written, {
    version: '1.2',
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Collection: (_, node, ways) => {
      if (isOnOneLine(listNames(ways))) node.flow = true;
    },
    Scalar: (_, scalar) => normaliseScalar(scalar),
  });
  for (const remark of remarks) {
    addRemark(document, { ...remark, path: remark.path.map(toEscapedText) });
  }
  const text = document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  return formatUnseen(text, (sign) => (sign === '\n' ? sign : formatEscape(sign)));
}

// Escapes texts of the service, because they contain no placeholders. Ids are never interpolated.
function escapeSpec({ spec, ...rest }: WrittenAccount): unknown {
  const { id, ids, ...more } = spec;
  const identity = { ...(id === undefined ? {} : { id }), ...(ids === undefined ? {} : { ids }) };
  return { ...rest, spec: { ...identity, ...toEscapedValue(more) } };
}

/**
 * Quotes a text with invisible characters, to escape them, and one that YAML could read as another
 * type.
 */
function normaliseScalar(scalar: Scalar): void {
  const { value } = scalar;
  if (typeof value !== 'string') return;
  const isPlain = formatUnseen(value.replaceAll('\n', ''), () => '') === value.replaceAll('\n', '');
  const isAmbiguous = value === '<<' || /^(?:y|n|yes|no|on|off|~)$/i.test(value);
  if (!isPlain || isAmbiguous || /^\s|\s$/.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
}

function formatEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

function listNames(ways: readonly (Node | Document | Pair)[]): string[] {
  return ways.flatMap((way) => (isPair(way) && isScalar(way.key) ? [String(way.key.value)] : []));
}

function isOnOneLine(names: readonly string[]): boolean {
  return onOneLine.some(
    (pattern) =>
      pattern.length === names.length &&
      pattern.every((name, index) => name === '*' || name === names[index]),
  );
}

/** Places a remark above its key; without the key, at the end of the nearest map. */
function addRemark(document: Document, remark: Remark): void {
  const { path } = remark;
  const text = formatRemark(remark)
    .map((line) => ` ${line}`)
    .join('\n');
  let map = document.contents;
  let owner: YAMLMap | null = null;
  for (const [index, name] of path.entries()) {
    if (!isMap(map)) break;
    if (map.flow !== true) owner = map;
    const pair: Pair | undefined = map.items.find(({ key }) => isScalar(key) && key.value === name);
    if (pair === undefined) break;
    if (index === path.length - 1 && map.flow !== true && isScalar(pair.key)) {
      pair.key.commentBefore = join(pair.key.commentBefore, text);
      return;
    }
    map = isCollection(pair.value) ? (pair.value as YAMLMap) : null;
  }
  if (owner !== null) owner.comment = join(owner.comment, text);
}

function join(before: string | null | undefined, text: string): string {
  return before ? `${before}\n${text}` : text;
}

/** Wraps a remark into lines without comment marks, with control characters escaped. */
export function formatRemark({ text, lines = [] }: Remark): readonly string[] {
  return [...toWrappedLines(toVisible(text), commentColumns), ...lines.map(toVisible)];
}
