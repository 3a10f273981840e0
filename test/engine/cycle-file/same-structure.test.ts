import { describe, expect, it } from 'vitest';
import { compareCycleFiles } from '../../../src/engine/cycle-file/compare/compare-cycle-files.ts';
import { formatCycleDiff } from '../../../src/engine/cycle-file/compare/format-cycle-diff.ts';
import { isJsonObject, type Json, type JsonObject, toList } from '../../../src/kit/json/json.ts';
import { isStructural } from '../../../src/model/desired/cycle-file/cycle-file-change.ts';
import { toStructureDigest } from '../../../src/model/desired/cycle-file/cycle-structure.ts';
import { edit, readSample, sampleText } from './sample-file.ts';

const text = sampleText();
const document = JSON.parse(text) as JsonObject;
const edges = toList(document.Edges);
const [edge = null] = edges;

type Edit = readonly [pointer: string, value: Json | undefined];

/** What edits come to in words, and whether the comparison and the digest call the structure the same. */
function compare(before: string, ...edits: readonly Edit[]) {
  const changed = edits.reduce((so, [pointer, value]) => edit(so, pointer, value), before);
  const [left, right] = [readSample(before), readSample(changed)];
  const changes = compareCycleFiles(left, right);
  return {
    words: formatCycleDiff(changes),
    isSame: !changes.some(isStructural),
    isSameDigest: toStructureDigest(left) === toStructureDigest(right),
  };
}

const same = { words: [], isSame: true, isSameDigest: true };

function withMember(item: Json, name: string, value: Json): Json {
  return isJsonObject(item) ? { ...item, [name]: value } : item;
}

describe('the structure of a cycle file is the same', () => {
  it('in whatever order its edges stand, and their keys', () => {
    expect(compare(text, ['/Edges', edges.toReversed()])).toEqual(same);
    const turned = isJsonObject(edge)
      ? Object.fromEntries(Object.entries({ ...edge, More: 1 }).reverse())
      : null;
    expect(compare(edit(text, '/Edges/0/More', 1), ['/Edges/0', turned])).toEqual(same);
  });

  it('in whatever order its steps stand', () => {
    expect(compare(text, ['/Steps', toList(document.Steps).toReversed()])).toEqual(same);
  });

  it('if a setting is absent or null: of the cycle, of a step, of an edge', () => {
    expect(compare(text, ['/Unknown', null], ['/VersionedCycle/Unknown', null])).toEqual(same);
    expect(compare(text, ['/Steps/0/Interval', null])).toEqual(same);
    expect(compare(text, ['/Edges/0/Unknown', null])).toEqual(same);
  });

  it('whether it says that it is published or not, which only the file of a template does', () => {
    const [published, hidden] = [true, false].map((value) =>
      edit(text, '/VersionedCycle/Published', value),
    );
    expect(compare(published ?? '', ['/VersionedCycle/Published', undefined])).toEqual(same);
    expect(compare(hidden ?? '', ['/VersionedCycle/Published', true])).toEqual({
      ...same,
      words: ['setting Published: false → true'],
    });
  });

  it('whatever a mapping says beside its value', () => {
    expect(compare(text, ['/Steps/1/CycleFieldMappings/1/IsLaunchVisible', true])).toEqual({
      ...same,
      words: ['field Status of step "Add subscriber", setting IsLaunchVisible: nothing → true'],
    });
    expect(compare(text, ['/Steps/1/CycleFieldMappings/1/Value', null]).isSame).toBe(false);
    const started = edit(text, '/Steps/1/CycleFieldMappings/1/Value', null);
    expect(compare(started, ['/Steps/1/CycleFieldMappings/1/IsLaunchVisible', true])).toMatchObject(
      {
        isSame: true,
        isSameDigest: true,
      },
    );
  });
});

describe('the structure of a cycle file is another', () => {
  it.each<readonly [string, Edit, string]>([
    ['by a setting', ['/MaxRetriesOnError', 5], 'setting MaxRetriesOnError: nothing → 5'],
    ['by a key of the service that nobody knows', ['/New', {}], 'setting New: nothing → {}'],
    [
      'by a setting of a step',
      ['/Steps/0/Interval', 5],
      'step "List changed contacts", setting Interval: nothing → 5',
    ],
    [
      'by what an edge says beside its ends',
      ['/Edges/0/CycleEdgeType', 7],
      'edge from "List changed contacts" to "Add subscriber", setting CycleEdgeType: 0 → 7',
    ],
    [
      'by a second edge between the same steps',
      ['/Edges', [...edges, withMember(edge, 'CycleEdgeType', 7)]],
      'edge added: "Add subscriber" runs after "List changed contacts"',
    ],
    [
      'by an edge less',
      ['/Edges', edges.slice(1)],
      'edge removed: "Add subscriber" no longer runs after "List changed contacts"',
    ],
  ])('%s', (_title, change, words) => {
    expect(compare(text, change)).toEqual({ words: [words], isSame: false, isSameDigest: false });
  });
});
