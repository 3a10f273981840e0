import { diffArrays } from 'diff';
import { isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { formatCanonicalJson } from '../../json/canonical-json.ts';
import { compareTexts } from '../../text/compare-texts.ts';
import { formatEntry, formatFlow, formatFlowEntry, formatItem, isOnLine } from '../format-value.ts';
import { isSameYaml, isYamlList, isYamlMap, type YamlMap, type YamlValue } from '../yaml-value.ts';
import {
  type EditContext,
  type Entry,
  type EntryPlan,
  type NodePosition,
  recordObstacle,
  recordObstacleBeneath,
  toLayout,
  type Written,
} from './edit-context.ts';
import { isInBrackets, listItems, listPairs } from './list-entries.ts';
import { updateBlock } from './update-block.ts';
import { updateFlow } from './update-flow.ts';
import { updateNode } from './update-node.ts';

/**
 * Records the smallest edits that give a node the wanted value: only different scalars, removed
 * keys and new keys are touched.
 */
export function diffNode(state: EditContext, spot: NodePosition, wanted: YamlValue): void {
  const { node, path } = spot;
  if (isSameYaml(state.values.of(node), wanted)) return;
  if (recordObstacle(state, node, path)) return;
  if (isMap(node) && isYamlMap(wanted) && hasEntries(spot, node, wanted)) {
    diffMap(state, { spot, node }, wanted);
  } else if (isSeq(node) && isYamlList(wanted) && hasEntries(spot, node, wanted)) {
    diffList(state, { spot, node }, wanted);
  } else {
    updateNode(state, spot, wanted);
  }
}

// A block that gets empty needs brackets, and empty brackets that get much need a block.
function hasEntries(spot: NodePosition, node: YAMLMap | YAMLSeq, wanted: YamlValue): boolean {
  if (node.srcToken === undefined) return false;
  if (!isInBrackets(node)) return isYamlMap(wanted) ? wanted.size > 0 : isNonEmptyList(wanted);
  return node.items.length > 0 || spot.isInBrackets || isOnLine(wanted, spot.indent);
}

function isNonEmptyList(value: YamlValue): boolean {
  return isYamlList(value) && value.length > 0;
}

function diffMap(
  state: EditContext,
  { spot, node }: { readonly spot: NodePosition; readonly node: YAMLMap },
  wanted: YamlMap,
): void {
  const entries = listPairs(state, spot, node);
  const gone = new Set<number>();
  const places = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const { name } = entry;
    if (name === null) continue;
    const value = wanted.get(name);
    if (value === undefined) gone.add(index);
    else diffNode(state, entry.spot, value);
    places.set(name, index);
  }
  const added: EntryPlan['added'][number][] = [];
  let after = -1;
  for (const [name, value] of wanted) {
    const index = places.get(name);
    if (index !== undefined) after = index;
    else added.push({ after, written: updateEntry(state, node, { entries, name, value }) });
  }
  splice(state, node, { entries, gone, added });
}

function diffList(
  state: EditContext,
  { spot, node }: { readonly spot: NodePosition; readonly node: YAMLSeq },
  wanted: readonly YamlValue[],
): void {
  const entries = listItems(state, spot, node);
  const gone = new Set<number>();
  const added: EntryPlan['added'][number][] = [];
  const before = entries.map((entry) => toComparable(state.values.of(entry.spot.node)));
  for (const { from, to, values } of listRuns(before, wanted)) {
    const room = to - from;
    for (const [offset, value] of values.entries()) {
      const entry = offset < room ? entries[from + offset] : undefined;
      if (entry !== undefined) diffNode(state, entry.spot, value);
      else added.push({ after: to - 1, written: updateEntry(state, node, { entries, value }) });
    }
    for (let index = from + values.length; index < to; index += 1) gone.add(index);
  }
  splice(state, node, { entries, gone, added });
}

/** Items of a list, from one to before another, and the values that come in their place. */
type Run = { readonly from: number; readonly to: number; readonly values: readonly YamlValue[] };

// Skips the common start and end first, so that equal items stay in place.
function listRuns(before: readonly string[], wanted: readonly YamlValue[]): readonly Run[] {
  const after = wanted.map(toComparable);
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const runs: Run[] = [];
  let [from, next] = [head, head];
  let [to, end] = [head, head];
  const close = () => {
    if (to > from || end > next) runs.push({ from, to, values: wanted.slice(next, end) });
  };
  const middles = [before, after].map((list) => list.slice(head, list.length - tail));
  for (const { added, removed, value } of diffArrays(middles[0] ?? [], middles[1] ?? [])) {
    if (added) end += value.length;
    else if (removed) to += value.length;
    else {
      close();
      [from, next] = [to + value.length, end + value.length];
      [to, end] = [from, next];
    }
  }
  close();
  return runs;
}

function splice(state: EditContext, node: YAMLMap | YAMLSeq, plan: EntryPlan): void {
  const leaving = plan.entries.filter((_, index) => plan.gone.has(index));
  if (leaving.some(({ spot }) => recordObstacleBeneath(state, spot))) return;
  if (plan.gone.size + plan.added.length === 0) return;
  const [start, end] = node.range ?? [0, 0];
  if (isInBrackets(node)) updateFlow(state, plan, { from: start + 1, to: end - 1 });
  else updateBlock(state, plan);
}

function updateEntry(
  state: EditContext,
  node: YAMLMap | YAMLSeq,
  {
    entries: [first],
    name,
    value,
  }: {
    readonly entries: readonly Entry[];
    readonly name?: string;
    readonly value: YamlValue;
  },
): Written {
  if (isInBrackets(node)) {
    return [name === undefined ? formatFlow(value) : formatFlowEntry(name, value)];
  }
  const layout = toLayout(state, first === undefined ? 0 : state.lines.columnOf(first.start));
  return name === undefined ? formatItem(value, layout) : formatEntry(name, value, layout);
}

function toComparable(value: YamlValue): string {
  return formatCanonicalJson(toJson(value));
}

function toJson(value: YamlValue): unknown {
  if (isYamlMap(value)) {
    return {
      map: [...value]
        .sort(([left], [right]) => compareTexts(left, right))
        .map(([key, item]) => [key, toJson(item)]),
    };
  }
  return isYamlList(value) ? value.map(toJson) : value;
}
