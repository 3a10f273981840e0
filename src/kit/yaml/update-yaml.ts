import {
  type CST,
  type Document,
  isCollection,
  isMap,
  type Node,
  parseAllDocuments,
  visit,
} from 'yaml';
import { applyEdits, type YamlEdit } from './apply-edits.ts';
import { readValues } from './read-values.ts';
import { diffNode } from './splice/diff-node.ts';
import {
  applySplices,
  type EditContext,
  type Obstacle,
  type Splice,
} from './splice/edit-context.ts';
import { TextLines } from './splice/text-lines.ts';
import { strictYaml } from './strict-yaml.ts';
import { isSameYaml, type YamlValue } from './yaml-value.ts';

/** An edit of one of the documents of a text, which are counted from 0. */
export type DocumentEdit = YamlEdit & { readonly documentIndex: number };

/**
 * A refused edit. `alias`: the value belongs to an anchor, at `other`. `anchor`: the alias at
 * `other` would change too. `form`: not possible without touching other content.
 */
export type RefusedEdit<E extends DocumentEdit = DocumentEdit> = {
  readonly edit: E;
  readonly why: 'alias' | 'anchor' | 'form';
  /** Places of the alias or anchor, with their owners; null if unknown. */
  readonly places: { readonly own: LineColumn; readonly other: LineColumn } | null;
};

/** Line and column, both from 1. */
export type LineColumn = { readonly line: number; readonly column: number };

/**
 * Edits a YAML text and keeps everything else byte for byte: comments, order, quotes, indentation,
 * line ends. Reads the result back; an edit without the exact result is refused, and the others are
 * made.
 */
export function updateYaml<E extends DocumentEdit>(
  text: string,
  edits: readonly E[],
): { readonly text: string; readonly refused: readonly RefusedEdit<E>[] } {
  if (edits.length === 0) return { text, refused: [] };
  const opened = openText(text);
  const { wanted, refused } = splitBlocked(opened, edits);
  const whole = tryEdits(opened, wanted);
  if (whole !== null) return { text: whole, refused };
  // If the combination fails, each edit is tried on the result of those before it.
  let edited = text;
  const alone: RefusedEdit<E>[] = [];
  for (const edit of wanted) {
    const next = tryEdits(openText(edited), [edit]);
    if (next === null) alone.push({ edit, why: 'form', places: null });
    else edited = next;
  }
  return { text: edited, refused: [...refused, ...alone] };
}

/** A text with its documents and their values. Every line has an end during the edit. */
type OpenedText = {
  readonly text: string;
  readonly lines: TextLines;
  readonly documents: readonly OpenedDocument[];
};

type OpenedDocument = Pick<EditContext, 'values' | 'step'> & { readonly contents: Node | null };

function openText(text: string): OpenedText {
  const { lineEnd } = new TextLines(text);
  const lines = new TextLines(text.endsWith('\n') ? text : text + lineEnd);
  const documents = parse(lines.text, true).map((document) => ({
    contents: document.contents,
    values: readValues(document),
    step: readStep(document),
  }));
  return { text, lines, documents };
}

// Repeats until no edit is blocked, because one obstacle may hide another.
function splitBlocked<E extends DocumentEdit>(
  opened: OpenedText,
  edits: readonly E[],
): { readonly wanted: readonly E[]; readonly refused: readonly RefusedEdit<E>[] } {
  const refused: RefusedEdit<E>[] = [];
  let wanted = edits;
  for (;;) {
    const { obstacles } = makeSplices(opened, wanted, layoutOptions[0]);
    const blocked = wanted.flatMap((edit): RefusedEdit<E>[] => {
      const met = obstacles.find((each) => isInWay(each, edit));
      if (met === undefined) return [];
      const [own, other] = [opened.lines.placeOf(met.own), opened.lines.placeOf(met.other)];
      return [{ edit, why: met.kind, places: { own, other } }];
    });
    if (blocked.length === 0) return { wanted, refused };
    refused.push(...blocked);
    const out = new Set<DocumentEdit>(blocked.map(({ edit }) => edit));
    wanted = wanted.filter((edit) => !out.has(edit));
  }
}

function isInWay(obstacle: DocumentObstacle, edit: DocumentEdit): boolean {
  if (obstacle.documentIndex !== edit.documentIndex) return false;
  const depth = Math.min(obstacle.path.length, edit.path.length);
  return obstacle.path.slice(0, depth).every((name, index) => name === edit.path[index]);
}

type LayoutOptions = Pick<EditContext, 'allowsLines' | 'takesEmptyLines'>;

// The context of a change can alter its meaning, for example a comment inside a text. The first
// layout that reads back correctly is taken; the best-looking comes first.
const layoutOptions: readonly [LayoutOptions, ...LayoutOptions[]] = [
  { allowsLines: true, takesEmptyLines: false },
  { allowsLines: false, takesEmptyLines: false },
  { allowsLines: false, takesEmptyLines: true },
];

function tryEdits(opened: OpenedText, edits: readonly DocumentEdit[]): string | null {
  const wished = opened.documents.map(({ values }, index) =>
    applyEdits(values.root, editsOf(edits, index)),
  );
  for (const manner of layoutOptions) {
    const { splices, obstacles } = makeSplices(opened, edits, manner);
    const edited = applySplices(opened.lines.text, splices);
    if (edited === null || obstacles.length > 0) continue;
    const found = endAs(opened.text, edited).find((each) => comesTo(each, wished));
    if (found !== undefined) return found;
  }
  return null;
}

// Keeps a missing last line end, unless a value would change.
function endAs(text: string, edited: string): readonly string[] {
  return text.endsWith('\n') ? [edited] : [edited.replace(/(?:\r?\n)+$/, ''), edited];
}

type DocumentObstacle = Obstacle & { readonly documentIndex: number };

function makeSplices(
  { lines, documents }: OpenedText,
  edits: readonly DocumentEdit[],
  manner: LayoutOptions,
): { readonly splices: readonly Splice[]; readonly obstacles: readonly DocumentObstacle[] } {
  const scenes = documents.map(({ contents, values, step }, documentIndex) => {
    const state: EditContext = { lines, values, step, ...manner, splices: [], obstacles: [] };
    const head = contents?.range?.[0] ?? 0;
    const spot = { node: contents, path: [], head, indent: 0, isInBrackets: false };
    diffNode(state, spot, applyEdits(values.root, editsOf(edits, documentIndex)));
    return state;
  });
  return {
    splices: scenes.flatMap(({ splices }) => splices),
    obstacles: scenes.flatMap(({ obstacles }, documentIndex) =>
      obstacles.map((each) => ({ ...each, documentIndex })),
    ),
  };
}

function editsOf(edits: readonly DocumentEdit[], index: number): readonly DocumentEdit[] {
  return edits.filter(({ documentIndex }) => documentIndex === index);
}

function comesTo(text: string, wished: readonly YamlValue[]): boolean {
  const read = parse(text, false);
  return (
    read.length === wished.length &&
    read.every(({ errors }) => errors.length === 0) &&
    isSameYaml(
      read.map((document) => readValues(document).root),
      wished,
    )
  );
}

function parse(text: string, keepSourceTokens: boolean): readonly Document[] {
  const parsed = parseAllDocuments(text, { ...strictYaml, keepSourceTokens });
  return Array.isArray(parsed) ? parsed : [];
}

const usualStep = 2;

// The indentation of a level, by the first map inside another; lists may be flush with their key.
function readStep(document: Document): number {
  let step: number | null = null;
  visit(document, {
    Map: (_, node, way) => {
      const { srcToken } = node;
      const above = way.findLast((each) => isCollection(each));
      if (srcToken?.type !== 'block-map' || !isMap(above)) return undefined;
      const outer: CST.Token | undefined = above.srcToken;
      if (outer?.type !== 'block-map' || srcToken.indent <= outer.indent) return undefined;
      step = srcToken.indent - outer.indent;
      return visit.BREAK;
    },
  });
  return step ?? usualStep;
}
