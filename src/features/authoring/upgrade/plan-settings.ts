import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { isJsonList, isJsonObject, type Json, readMember, toList } from '../../../kit/json/json.ts';
import { parseJsonc, updateJsonc } from '../../../kit/json/jsonc.ts';
import { addIgnored, type PresentFile } from '../init/make-files-plan.ts';
import type { InitRecord } from '../init/scaffold.ts';
import { makeUnchanged, type UpgradedFile } from './upgraded-file.ts';

/** Parts that this version writes, and those that an earlier `init` wrote; null if these are not known. */
export type SettingsParts = { readonly base: InitRecord | null; readonly next: InitRecord };

/** Text after an upgrade; the parts that were added, and those that a person may add. */
type Merged = {
  readonly text: string;
  readonly added: readonly string[];
  readonly lacking: readonly string[];
};

type MergeSettings = (text: string, parts: SettingsParts) => Merged | null;

/** Plans a file of settings: adds what it never had, and replaces what is as init wrote it. */
export function planSettings(
  { path, present }: { readonly path: string; readonly present: PresentFile | null },
  parts: SettingsParts,
  merge: MergeSettings,
): UpgradedFile {
  if (present === null) return makeUnchanged(path, 'missing');
  const { text, mode } = present;
  const merged = text === null ? null : merge(text, parts);
  if (text === null || merged === null) return makeUnchanged(path, 'foreign');
  const { added, lacking } = merged;
  const did = lacking.length > 0 ? 'kept' : 'current';
  if (added.length === 0) return { ...makeUnchanged(path, did), lacking };
  const write = { text: merged.text, before: { text, mode } };
  return { path, did: 'completed', added, lacking, patch: null, write };
}

/** Merges the schemas of VS Code's YAML extension into its settings; null for a text that is not JSON. */
export const mergeSchemas: MergeSettings = (before, { base, next }) => {
  const settings = readObject(before);
  if (settings === null) return null;
  const name = 'yaml.schemas';
  const present = readMember(settings, name);
  if (present === undefined && base !== null) return { text: before, added: [], lacking: [] };
  if (present !== undefined && !isJsonObject(present)) return null;
  let text = before;
  const added: string[] = [];
  const lacking: string[] = [];
  for (const [schema, globs] of Object.entries(next.schemas)) {
    const key = findKey(present, schema);
    const [now, earlier] = [readMember(present, key), readOwn(base?.schemas, schema)];
    if (now === undefined ? earlier !== undefined : isSameJson(now, globs)) continue;
    const part = `${JSON.stringify(schema)}: ${JSON.stringify(globs)}`;
    if (now !== undefined && (earlier === undefined || !isSameJson(now, earlier))) {
      // A person chose other files for it; only files that init did not know are news.
      if (earlier === undefined || !isSameJson(earlier, globs)) lacking.push(part);
      continue;
    }
    text = updateJsonc(text, [name, key], globs);
    added.push(part);
  }
  return { text, added, lacking };
};

/** Merges the extensions that VS Code recommends; null for a text that is not JSON. */
export const mergeRecommendations: MergeSettings = (before, { base, next }) => {
  const extensions = readObject(before);
  if (extensions === null) return null;
  const name = 'recommendations';
  const present = readMember(extensions, name);
  if (present !== undefined && !isJsonList(present)) return null;
  const known = [
    ...toList(present),
    ...toList(readMember(extensions, 'unwantedRecommendations')),
    ...(base?.recommendations ?? []),
  ];
  const added = next.recommendations.filter((each) => !known.includes(each));
  const text = added.reduce(
    (whole, each, index) =>
      present === undefined && index === 0
        ? updateJsonc(whole, [name], [each])
        : updateJsonc(whole, [name, -1], each),
    before,
  );
  return { text, added, lacking: [] };
};

/** Merges the lines of a .gitignore. */
export const mergeIgnored: MergeSettings = (before, { base, next }) => {
  const lines = next.ignored.filter((line) => base?.ignored.includes(line) !== true);
  return { ...addIgnored(before, lines), lacking: [] };
};

function readObject(text: string): Json | null {
  const value = parseJsonc(text);
  return isJsonObject(value) ? value : null;
}

// A person may write the path of a schema without the dot.
function findKey(present: Json | undefined, schema: string): string {
  const plain = schema.replace(/^\.\//, '');
  return readMember(present, plain) === undefined ? schema : plain;
}

function readOwn(
  schemas: InitRecord['schemas'] | undefined,
  name: string,
): readonly string[] | undefined {
  return schemas !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}
