import { withTexts } from '../../../engine/load/with-overlay.ts';
import { findOrigin, type LayerValue } from '../../../engine/validate/layers/list-origins.ts';
import type { Scope } from '../../../engine/validate/placeholders/scope.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { formatCanonicalJson, isSameJson } from '../../../kit/json/canonical-json.ts';
import { parsePointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { updateYaml } from '../../../kit/yaml/update-yaml.ts';
import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Files } from '../../../model/ports.ts';
import { compareProjects } from '../compare-projects.ts';
import { type ChangedSetting, findReplaced, listChangedSettings } from './find-places.ts';
import type { ChangedRow, Project } from './make-row-edits.ts';
import { isChangedAlone, listRendered } from './rendered-row.ts';
import { updateText } from './update-text.ts';

/** An equal change of accounts that have the value from one place of a blueprint or a segment. */
export type SharedChange = {
  /** The value that they have, with its layer and place. */
  readonly from: LayerValue;
  readonly value: unknown;
  /** Paths of the account that have the value. */
  readonly paths: readonly FieldPath[];
  readonly accounts: readonly string[];
};

/** Where a shared change goes: into the row or override of each account, or its shared place. */
export type Destination = 'rows' | 'shared';

/** A change that its shared place cannot have. */
export type UnsharedChange = SharedChange & {
  /** Accounts that would change as well; none if other values of its own accounts would. */
  readonly others: readonly string[];
};

/** Edits of blueprints and segments; the rest of the changes is for the rows. */
export type SharedEdits = {
  /** The project with the edits. */
  readonly files: Files;
  readonly edits: readonly TextChange[];
  readonly written: ReadonlySet<ChangedSetting>;
  readonly refused: readonly UnsharedChange[];
  /** Changes that could go to either, without an answer. */
  readonly open: readonly SharedChange[];
};

/** Rows of a run. */
export type Rows = {
  /** Rows that were read, changed or not. */
  readonly read: readonly AccountEntry[];
  readonly changed: readonly ChangedRow[];
};

/** Answers where a change goes that could go to either; null is no answer. */
export type Choice = {
  /** The answer of the options, for all changes or for one. */
  readonly said: (change: SharedChange) => Destination | null;
  readonly ask: (change: SharedChange) => Promise<Destination | null>;
};

/**
 * Makes edits of the blueprints and segments that changes belong into: each is compared, so that
 * it changes exactly the accounts that have the change. Writes nothing.
 */
export async function makeSharedEdits(
  context: Project,
  rows: Rows,
  { said, ask }: Choice,
): Promise<SharedEdits> {
  let { files } = context;
  const edits: TextChange[] = [];
  const written = new Set<ChangedSetting>();
  const refused: UnsharedChange[] = [];
  const open: SharedChange[] = [];
  for (const group of listGroups(context, rows)) {
    const into = said(group);
    // The change of one account is its own, unless it was said to be that of all.
    if (into === 'rows' || (into === null && group.accounts.length === 1)) continue;
    const edit = await editShared({ ...context, files }, group);
    if ('others' in edit) {
      if (into === 'shared') refused.push({ ...group, ...edit });
      continue;
    }
    const answer = into ?? (await ask(group));
    if (answer === null) open.push(group);
    if (answer !== 'shared') continue;
    files = withTexts(files, [{ path: edit.path, text: edit.after }]);
    edits.push(edit);
    for (const { change } of group.members) written.add(change);
  }
  return { files, edits, written, refused, open };
}

type Member = { readonly account: string; readonly change: ChangedSetting };

type Group = SharedChange & {
  readonly documentIndex: number;
  readonly members: readonly Member[];
  /** Accounts that were read and have the value of the place without the change. */
  readonly unchanged: readonly string[];
};

function listGroups(
  { environment, environments }: Project,
  { read, changed }: Rows,
): readonly Group[] {
  const scope = { environment, variables: environments.get(environment)?.variables ?? null };
  const found = changed.flatMap(({ entry, changes }) =>
    (changes ?? []).flatMap((change) => {
      const place = findSharedPlace(entry, change, scope);
      return place === null ? [] : [{ ...place, account: entry.key, change }];
    }),
  );
  const groups = Map.groupBy(found, ({ key, value }) => formatCanonicalJson([key, value]));
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { from, value, documentIndex, change, key } = first;
    const accounts = new Set(members.map(({ account }) => account));
    const unchanged = read
      .filter((entry) => !accounts.has(entry.key))
      .filter((entry) => findSharedPlace(entry, change, scope)?.key === key)
      .map((entry) => entry.key);
    const paths = [...new Set(members.map(({ path }) => path))];
    return [{ from, value, paths, accounts: [...accounts], documentIndex, members, unchanged }];
  });
}

/** Finds the value of a blueprint or a segment that a change replaces; null if it is of another layer. */
function findSharedPlace({ document: raw }: AccountEntry, change: ChangedSetting, scope: Scope) {
  if (raw?.layering == null) return null;
  const replaced = findReplaced(change, raw, scope);
  const from = findOrigin(replaced);
  if (from === null || from.layer === 'override') return null;
  const { blueprint, fleet } = raw.layering;
  const document = [blueprint.document, blueprint.base?.document, fleet?.document].find(
    (each) => each !== undefined && isSameJson(each.spanOf(from.at.pointer), from.at),
  );
  if (document === undefined) return null;
  const { documentIndex } = document;
  const key = formatCanonicalJson([from.at, documentIndex]);
  const { value } = replaced;
  return { from, value, path: toFieldPath(...replaced.path), documentIndex, key };
}

async function editShared(
  { files, environment }: Project,
  { from: { at }, value, documentIndex, members, accounts, unchanged }: Group,
): Promise<TextChange | Pick<UnsharedChange, 'others'>> {
  if (unchanged.length > 0) return { others: unchanged };
  const path = parsePointer(at.pointer);
  const edit = { kind: 'set', documentIndex, path, value: value as YamlData } as const;
  const made = await updateText(files, at.file, (text) => updateYaml(text, [edit]).text);
  if (made === null) return { others: [] };
  const after = withTexts(files, [{ path: made.path, text: made.after }]);
  const own = new Set(accounts);
  const others = [...(await compareProjects(files, after)).differing].filter(
    (key) => !own.has(key),
  );
  if (others.length > 0) return { others };
  const [was, is] = [await listRendered(files, own), await listRendered(after, own)];
  const [before, now] = [was.get(environment), is.get(environment)];
  const isExact = [...Map.groupBy(members, ({ account }) => account)].every(([key, wanted]) => {
    const changes = wanted.map(({ change }) => change);
    const found = listChangedSettings(before?.get(key), now?.get(key)) ?? [];
    const isWanted = isSameJson(toValues(found), toValues(changes));
    return isWanted && isChangedAlone(key, changes, { was, is });
  });
  return isExact ? made : { others: [] };
}

function toValues(changes: readonly ChangedSetting[]) {
  return Object.fromEntries(changes.map(({ path, value }) => [toPointer(path), value]));
}
