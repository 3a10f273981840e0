import { compareCycleFiles } from '../../../engine/cycle-file/compare/compare-cycle-files.ts';
import { toMappingPath } from '../../../engine/cycle-file/import/with-cycle-file.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../engine/cycle-file/parse-cycle-file.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, toList } from '../../../kit/json/json.ts';
import { readPointer } from '../../../kit/json/json-pointer.ts';
import { type FieldPath, toFieldAddress, toFieldPath } from '../../../model/address.ts';
import {
  type CycleFile,
  type FileMapping,
  type FileSource,
  type LoadedCycleFile,
  toFileShape,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import {
  type CycleFileChange,
  isSettingChange,
} from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { toStructureDigest } from '../../../model/desired/cycle-file/cycle-structure.ts';
import { listOwnSettings, withSettingsOf } from '../../../model/desired/cycle-file/own-settings.ts';
import type { DesiredCycle } from '../../../model/desired/desired.ts';
import { toLaunchOf } from '../../../model/desired/launch-path.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import type { CycleShape } from '../../../model/live/cycle-shape.ts';
import {
  classifyPromoted,
  type EnvironmentMapping,
  type PromotionSource,
} from '../../../model/report/advice/environment-mapping.ts';
import {
  reportBound,
  reportCredential,
  thirdPartyValue,
} from '../../../model/report/advice/report-promotion.ts';
import { isSecretName } from '../../../model/secret/secret-name.ts';
import type { ObjectRecord } from '../../../model/state/account-state.ts';
import {
  isSignificant,
  judgedAlone,
  type LabelledMapping,
  listJsonTexts,
  listMappings,
  lists,
  normaliseSource,
  readTags,
  toLabel,
} from './read-file-parts.ts';

/** Cycle file of a live cycle, below the values of its manifest. */
export type PromotedCycle = {
  readonly text: string;
  /** Semantic differences from the file of the project. */
  readonly changes: readonly CycleFileChange[];
  /** Paths of the manifest or without an owner, where the file keeps its value. */
  readonly manifestPaths: ReadonlySet<FieldPath>;
  /** Variables whose texts were found, by the path for a placeholder. */
  readonly asVariables: ReadonlyMap<FieldPath, string>;
  readonly diagnostics: readonly Diagnostic[];
};

/** Entry of the cycle, its file and its target. `desired` is the manifest without the file. */
export type PromotionEntry = {
  readonly desired: DesiredCycle;
  readonly before: LoadedCycleFile;
  readonly environmentMapping: EnvironmentMapping;
  /** Account in the source environment. */
  readonly from: PromotionSource;
  /** Last applied record; null without state. */
  readonly record: ObjectRecord | null;
};

/**
 * Makes the file of a live cycle from its export; keeps the file where the manifest sets a mapping
 * or variable. Null with a diagnostic when that is impossible.
 */
export function promoteCycle(
  exported: JsonObject,
  entry: PromotionEntry,
): PromotedCycle | { readonly refused: readonly Diagnostic[] } {
  const { before, desired } = entry;
  const read = parseCycleFile(before.path, formatCycleFile(exported));
  if (read.file === null) return { refused: read.diagnostics.map(({ at: _, ...rest }) => rest) };
  const ahead = checkStructure(entry, read.file);
  if (ahead !== null) return { refused: [ahead] };
  const carrying = new CyclePromotion(entry, read.file);
  const text = formatCycleFile(carrying.toDocument(exported));
  const { file, diagnostics } = parseCycleFile(before.path, text);
  if (file === null) return { refused: diagnostics.map(({ at: _, ...rest }) => rest) };
  if (carrying.hasSecretSetting) {
    const target = { address: desired.address, at: before.spanOf('') };
    return { refused: [reportCredential(target)] };
  }
  const { manifestPaths, asVariables, doubts } = carrying;
  const changes = compareCycleFiles(before.file, file).filter(isSignificant);
  return { text, changes, manifestPaths, asVariables, diagnostics: doubts };
}

// Keeps a change in Git that no apply has sent.
function checkStructure(
  { before, desired, record, environmentMapping }: PromotionEntry,
  live: CycleFile,
): Diagnostic | null {
  const applied = record?.applied[toFieldPath('from', 'file')];
  const own = withSettingsOf(before.file, live, listOwnSettings(desired.fields));
  const [ours, theirs] = [toStructureDigest(before.file), toStructureDigest(own)];
  if (ours === theirs || applied?.kind !== 'plain' || applied.value === ours) return null;
  const target = { address: desired.address, at: before.spanOf('/Steps') };
  if (applied.value === theirs) {
    const summary = `${before.path} has other steps than ${environmentMapping.from}, where it was not applied yet; the cycle was not promoted`;
    return reportWarning('cycle-file-conflict', { summary, ...target });
  }
  const summary = `The steps were changed in ${before.path} and in ${environmentMapping.from}; the cycle was not promoted`;
  const remedy = 'Choose one: export the cycle over the file, or apply the file.';
  return reportError('cycle-file-conflict', { summary, remedy, ...target });
}

class CyclePromotion {
  readonly manifestPaths = new Set<FieldPath>();
  readonly asVariables = new Map<FieldPath, string>();
  readonly doubts: Diagnostic[] = [];
  hasSecretSetting = false;
  readonly #entry: PromotionEntry;
  readonly #live: CycleFile;
  readonly #shape: CycleShape;
  readonly #before: ReadonlyMap<FieldPath, LabelledMapping>;

  constructor(entry: PromotionEntry, live: CycleFile) {
    this.#entry = entry;
    this.#live = live;
    const { file } = entry.before;
    this.#before = new Map(listMappings(file).map((each) => [each.path, each]));
    this.#shape = toFileShape(live);
    for (const mapping of entry.desired.mappings)
      this.manifestPaths.add(toMappingPath(this.#shape, mapping));
    for (const visibility of entry.desired.visibilities)
      this.manifestPaths.add(toLaunchOf(toMappingPath(this.#shape, visibility)));
    for (const path of entry.desired.fields.keys()) this.manifestPaths.add(path);
  }

  toDocument(exported: JsonObject): JsonObject {
    const { document, description, tags } = this.#entry.before.file;
    this.#judgeSettings();
    if (description !== this.#live.description)
      this.#keepOfGit('description', this.#live.description);
    if (!isSameJson([...tags].sort(), [...this.#live.tags].sort()))
      this.#keepOfGit('tags', [...this.#live.tags].sort());
    const versioned = exported.VersionedCycle;
    const own = listOwnSettings(this.manifestPaths);
    const others = Object.entries(exported).filter(([name]) => !own.includes(name));
    return {
      ...Object.fromEntries(others),
      ...Object.fromEntries(Object.entries(document).filter(([name]) => own.includes(name))),
      // Keeps the name of the file, because the manifest names the live cycle.
      Name: document.Name ?? null,
      ...(this.manifestPaths.has(toFieldPath('description')) && 'Description' in exported
        ? { Description: document.Description ?? null }
        : {}),
      ...(this.manifestPaths.has(toFieldPath('tags')) && isJsonObject(versioned)
        ? { VersionedCycle: { ...versioned, Tags: readTags(document) } }
        : {}),
      Steps: toList(exported.Steps).map((step, index) => this.#writeStep(step, index)),
      Variables: toList(exported.Variables).map((item) => this.#writeVariable(item)),
    };
  }

  #writeStep(written: Json, index: number): Json {
    const step = this.#live.steps[index];
    if (!isJsonObject(written) || step === undefined) return written;
    const mappings = listMappings({ steps: [step] });
    const write = (slot: keyof typeof lists) => {
      const own = mappings.filter((mapping) => mapping.slot === slot);
      const items = own.flatMap((mapping, index) => {
        const item = toList(written[lists[slot]])[index] ?? null;
        return this.#choose(mapping, item);
      });
      const names = new Set(step[slot].map(({ label }) => label));
      const gone = [...this.#before.values()].filter(
        ({ path, target, ...each }) =>
          each.slot === slot &&
          names.has(target) &&
          path === toFieldPath('steps', step.label, slot, target) &&
          !own.some((mapping) => mapping.path === path) &&
          this.#isLeft(path),
      );
      return [...items, ...gone.map((mapping) => this.#readBefore(mapping))].toSorted(
        (left, right) => (toLabel(left) < toLabel(right) ? -1 : 1),
      );
    };
    return {
      ...written,
      CycleParameters: write('parameters'),
      CycleFieldMappings: write('fields'),
    };
  }

  #choose(mapping: LabelledMapping, written: Json): readonly Json[] {
    const { path, source, target } = mapping;
    const before = this.#before.get(path);
    const isNews = before === undefined || !isSameJson(before.source, source);
    if (isNews && this.#isOfGit(path, source as Json)) this.manifestPaths.add(path);
    if (!this.manifestPaths.has(path) && isNews) {
      const at = this.#entry.before.spanOf(before?.pointer ?? '/Steps');
      this.#judge({ path, name: target, at }, source);
    }
    const isOfFile = this.manifestPaths.has(path);
    if (before === undefined) return isOfFile ? [] : [written];
    return [this.#withLaunch(mapping, isOfFile ? this.#readBefore(before) : written)];
  }

  // Keeps the visibility of the file where the manifest or a later change in Git has it.
  #withLaunch({ path, settings: { IsLaunchVisible: live } }: LabelledMapping, written: Json): Json {
    const own = this.#before.get(path)?.settings.IsLaunchVisible;
    const launch = toLaunchOf(path);
    if (!isJsonObject(written) || own === undefined || live === undefined) return written;
    if (!isSameJson(own, live) && this.#isOfGit(launch, live)) this.manifestPaths.add(launch);
    return { ...written, IsLaunchVisible: this.manifestPaths.has(launch) ? own : live };
  }

  #keepOfGit(name: 'description' | 'tags', live: Json): void {
    const path = toFieldPath(name);
    if (this.#isOfGit(path, live)) this.manifestPaths.add(path);
  }

  // Skips a mapping that is no longer in the service, or not yet.
  #isLeft(path: FieldPath): boolean {
    if (this.#isOfGit(path, null)) this.manifestPaths.add(path);
    return this.manifestPaths.has(path);
  }

  // Detects a change in Git by comparing the live value with the last applied one.
  #isOfGit(path: FieldPath, live: Json): boolean {
    const { record } = this.#entry;
    if (record === null) return false;
    const applied = record.applied[path];
    if (applied === undefined) return live === null;
    const tidy = (value: unknown) => normaliseSource(value, this.#shape);
    return applied.kind === 'plain' && isSameJson(tidy(applied.value), tidy(live));
  }

  #readBefore({ pointer }: FileMapping): Json {
    return readPointer(this.#entry.before.file.document, pointer) as Json;
  }

  #writeVariable(written: Json): Json {
    if (!isJsonObject(written)) return written;
    const name = String(written.Name ?? '');
    const path = toFieldPath('variables', name);
    const { file, spanOf } = this.#entry.before;
    const index = file.variables.findIndex((each) => each.name === name);
    const live = this.#live.variables.find((each) => each.name === name);
    const value = live?.value ?? null;
    const isNews = file.variables[index]?.value !== value;
    if (isNews && this.#isOfGit(path, value)) this.manifestPaths.add(path);
    if (!this.manifestPaths.has(path) && value !== null && isNews) {
      const at = spanOf(index === -1 ? '/Variables' : `/Variables/${index}/Value`);
      this.#judge({ path, name, at }, { kind: 'value', value });
    }
    if (!this.manifestPaths.has(path)) return written;
    const kept = readPointer(file.document, `/Variables/${index}/Value`) as Json | undefined;
    return { ...written, Value: kept ?? null };
  }

  #judge(
    { path, name, at }: { path: FieldPath; name: string; at: Diagnostic['at'] & object },
    source: FileSource,
  ): void {
    const { environmentMapping, from, desired } = this.#entry;
    const target = { address: toFieldAddress(desired.address, path), at };
    if (source.kind === 'lookup') this.doubts.push(reportBound(thirdPartyValue, target));
    if (source.kind !== 'value' && source.kind !== 'expression') return;
    const text = source.kind === 'value' ? source.value : source.expression;
    const checked = classifyPromoted(text, environmentMapping, from);
    if (checked.kind === 'variable') {
      this.manifestPaths.add(path);
      this.asVariables.set(path, checked.name);
    } else if (checked.kind === 'credential' || (source.kind === 'value' && isSecretName(name))) {
      this.manifestPaths.add(path);
      this.doubts.push(reportCredential(target));
    } else if (checked.kind === 'bound') this.doubts.push(reportBound(checked, target));
  }

  #judgeSettings(): void {
    const { environmentMapping, from, desired, before } = this.#entry;
    const target = { address: desired.address, at: before.spanOf('/Steps') };
    for (const change of compareCycleFiles(before.file, this.#live)) {
      if (!isSettingChange(change) || judgedAlone.has(change.name)) continue;
      for (const text of listJsonTexts(change.after)) {
        const checked = classifyPromoted(text, environmentMapping, from);
        if (checked.kind === 'credential') this.hasSecretSetting = true;
        if (checked.kind === 'bound') this.doubts.push(reportBound(checked, target));
      }
    }
  }
}
