import { isCollection, isScalar, type Node } from 'yaml';
import { formatScalar } from '../format-scalar.ts';
import { formatChildren, formatFlow, formatLines, isOnLine, type Layout } from '../format-value.ts';
import { isYamlScalar, type YamlValue } from '../yaml-value.ts';
import {
  type EditContext,
  type NodePosition,
  readScalarStyle,
  recordObstacleBeneath,
  toLayout,
} from './edit-context.ts';
import { findLastLineEnd, findNodeEnd } from './list-entries.ts';

type Stretch = { readonly from: number; readonly to: number };

/** The range of a node on its first line, and its own lines below. */
type NodeRange = { readonly onLine: Stretch; readonly below: Stretch };

/**
 * Replaces a whole node: a scalar keeps its style if possible, a map or list uses brackets if it
 * fits on the line. Comments of the line and above a block stay.
 */
export function updateNode(state: EditContext, spot: NodePosition, wanted: YamlValue): void {
  if (recordObstacleBeneath(state, spot)) return;
  const { lines, splices } = state;
  const { onLine, below } = findNodeRange(state, spot);
  const written = formatNode(state, spot, wanted);
  const isNew = onLine.from === onLine.to && spot.path.length > 0;
  if (written.text === '') splices.push({ from: spot.head, to: onLine.to, text: '' });
  else splices.push({ ...onLine, text: isNew ? ` ${written.text}` : written.text });
  const text = written.below.map((line) => line + lines.lineEnd).join('');
  if (text !== '' || below.to > below.from) splices.push({ ...below, text });
}

function findNodeRange(state: EditContext, { node, head }: NodePosition): NodeRange {
  const { lines } = state;
  const [start, stop] = node?.range ?? [head, head];
  const under = lines.nextOf(head);
  if (node === null || stop <= start) {
    return { onLine: { from: head, to: head }, below: { from: under, to: under } };
  }
  const last = findNodeEnd(state, node, head);
  const next = lines.nextOf(last);
  const isBlock = isCollection(node) && node.srcToken?.type !== 'flow-collection';
  if (isBlock && lines.startOf(start) !== lines.startOf(head)) {
    return { onLine: { from: head, to: head }, below: { from: lines.startOf(start), to: next } };
  }
  if (node.srcToken?.type !== 'block-scalar') {
    return { onLine: { from: start, to: last }, below: { from: next, to: next } };
  }
  const [header = ''] = /^[|>][-+\d]*/.exec(lines.text.slice(start, lines.endOf(start))) ?? [];
  const onLine = { from: start, to: start + header.length };
  const from = lines.nextOf(start);
  return { onLine, below: { from, to: lines.nextOf(findLastLineEnd(state, node)) } };
}

function formatNode(
  state: EditContext,
  spot: NodePosition,
  wanted: YamlValue,
): { readonly text: string; readonly below: readonly string[] } {
  const { node, head, indent } = spot;
  const style = isScalar(node) ? readScalarStyle(node) : 'plain';
  const layout = layoutOf(state, spot);
  const block = spot.isInBrackets ? null : formatLines(wanted, { style, ...layout });
  if (block !== null) return { text: block.header, below: block.lines };
  if (isYamlScalar(wanted)) return { text: formatScalar(wanted, style), below: [] };
  if (spot.isInBrackets || isOnLine(wanted, state.lines.columnOf(head) + 1)) {
    return { text: formatFlow(wanted), below: [] };
  }
  return { text: '', below: formatChildren(wanted, { ...layout, indent: indent + state.step }) };
}

// The lines of a block scalar keep their indentation.
function layoutOf(state: EditContext, { node, indent }: NodePosition): Layout {
  const layout = toLayout(state, indent);
  const source = readBlockSource(node);
  const depth = source === null ? 0 : (/^ *(?=[^ \r\n])/m.exec(source)?.[0].length ?? 0);
  return depth > indent ? { ...layout, step: depth - indent } : layout;
}

function readBlockSource(node: Node | null): string | null {
  return node?.srcToken?.type === 'block-scalar' ? node.srcToken.source : null;
}
