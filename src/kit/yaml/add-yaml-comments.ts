import { isMap, isScalar, Lexer, type Node, type Pair, parseAllDocuments } from 'yaml';
import { readValues } from './read-values.ts';
import { applySplices, type Splice } from './splice/edit-context.ts';
import { TextLines } from './splice/text-lines.ts';
import { readKeyName, strictYaml } from './strict-yaml.ts';
import { isSameYaml } from './yaml-value.ts';

/** Lines of a comment, without `#`, for the entry of a map at a path. */
export type YamlComment = {
  /** Place of the document in the text, from 0. */
  readonly documentIndex: number;
  readonly path: readonly string[];
  readonly lines: readonly string[];
};

/**
 * Adds comments above the lines of their entries, or above the nearest map with its own line. A
 * comment that would change the content is omitted.
 */
export function addYamlComments(text: string, comments: readonly YamlComment[]): string {
  if (comments.length === 0) return text;
  const all = insertComments(text, comments);
  if (isSame(text, all)) return all;
  return comments.reduce((before, comment) => {
    const after = insertComments(before, [comment]);
    return isSame(before, after) ? after : before;
  }, text);
}

function insertComments(text: string, comments: readonly YamlComment[]): string {
  const documents = parse(text);
  const places = new TextLines(text);
  const splices = comments.flatMap(({ documentIndex, path, lines }): Splice[] => {
    const offset = findLine(places, documents[documentIndex]?.contents ?? null, path);
    if (offset === null) return [];
    const start = places.startOf(offset);
    const margin = text.slice(start, offset);
    const written = lines.map((line) => `${margin}# ${line}${places.lineEnd}`).join('');
    return [{ from: start, to: start, text: written }];
  });
  return applySplices(text, splices) ?? text;
}

// Finds the line of the key below the comment.
function findLine(
  places: TextLines,
  contents: Node | null,
  path: readonly string[],
): number | null {
  let node: unknown = contents;
  let found: number | null = null;
  for (const [index, name] of path.entries()) {
    if (!isMap(node)) return found;
    const pairs = node.items.filter(({ key }) => isOnOwnLine(places, key));
    const pair = pairs.find(({ key }) => readKeyName(key) === name);
    if (pair === undefined) return startOf(pairs[0]) ?? found;
    if (index === path.length - 1) return startOf(pair);
    found = startOf(pair);
    node = pair.value;
  }
  return found;
}

function isOnOwnLine(places: TextLines, key: unknown): boolean {
  const offset = isScalar(key) ? key.range?.[0] : undefined;
  return offset !== undefined && places.isFirst(offset);
}

function startOf(pair: Pair | undefined): number | null {
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? null) : null;
}

function isSame(before: string, after: string): boolean {
  const [was, is] = [parse(before), parse(after)];
  return (
    is.every(({ errors }) => errors.length === 0) &&
    isSameYaml(
      was.map((document) => readValues(document).root),
      is.map((document) => readValues(document).root),
    )
  );
}

function parse(text: string) {
  const parsed = parseAllDocuments(text, strictYaml);
  return Array.isArray(parsed) ? parsed : [];
}

/** Marks the text of a scalar that follows, which may begin with `#`. */
const scalarMark = '\u001f';

/** Returns whether a person wrote comments into a YAML text. The line that names its schema is none. */
export function hasComments(text: string): boolean {
  let before = '';
  for (const token of new Lexer().lex(text)) {
    const isComment = token.startsWith('#') && before !== scalarMark;
    if (isComment && !token.startsWith('# yaml-language-server:')) return true;
    before = token;
  }
  return false;
}
