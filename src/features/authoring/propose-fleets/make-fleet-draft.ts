import { listSettings } from '../../../engine/validate/layers/merge-layers.ts';
import type { Patch, WrittenInput } from '../../../model/manifest/blueprint.ts';
import { type Nested, writeAtPath } from '../../fleet/nested.ts';
import { type Plain, toCell, toInputType } from '../../fleet/plain-values.ts';
import { countOdd, type FleetDraft, type Member } from './fleet-draft.ts';
import { countValues, findTemplate, type PartValues } from './input-column.ts';
import { InputNames } from './name-inputs.ts';
import { describeForm, listPlainParts } from './skeleton.ts';

/** Most settings of an override; an account with more of its own fits no blueprint. */
const maxOverridden = 8;

/** A draft, and the accounts that do not fit. */
export type DraftedFleet = { readonly draft: FleetDraft; readonly misfits: ReadonlySet<Member> };

/**
 * Drafts a fleet of accounts: settings that all have go into the blueprint, values that differ into
 * inputs, those of few accounts into overrides. The result is still to be compared.
 */
export function makeFleetDraft(members: readonly Member[]): DraftedFleet {
  const draft = new Drafting(members);
  draft.addEntries('connectors');
  draft.addEntries('cycles');
  draft.addSettings();
  return draft.finish();
}

/** Parts of an account that layers merge. */
type Section = 'connectors' | 'cycles';

type Path = readonly string[];

class Drafting {
  readonly #members: readonly Member[];
  readonly #odd: number;
  readonly #names = new InputNames();
  readonly #inputs = new Map<string, WrittenInput>();
  /** Names of inputs by what they are and have in every account. */
  readonly #columns = new Map<string, string>();
  readonly #settings: Nested = {};
  readonly #cells = new Map<Member, Map<string, string>>();
  readonly #overrides = new Map<Member, Map<string, { path: Path; value: unknown }>>();
  readonly #misfits = new Set<Member>();
  /** Accounts that have an entry from the blueprint, by its path. */
  readonly #holders = new Map<string, readonly Member[]>();

  constructor(members: readonly Member[]) {
    this.#members = members;
    this.#odd = countOdd(members.length);
  }

  /** Decides for each connector or cycle who has it: all, those of a condition, or few accounts. */
  addEntries(section: Section): void {
    for (const key of new Set(
      this.#members.flatMap((each) => Object.keys(each.spec[section] ?? {})),
    )) {
      const path = [section, key];
      const has = ({ spec }: Member) => Object.hasOwn(spec[section] ?? {}, key);
      const holders = this.#members.filter(has);
      const others = this.#members.filter((member) => !has(member));
      if (holders.length <= this.#odd && others.length > 0) {
        for (const member of holders) this.#override(member, path, member.spec[section]?.[key]);
        continue;
      }
      this.#holders.set(JSON.stringify(path), holders);
      writeAtPath(this.#settings, path, {});
      if (others.length <= this.#odd)
        for (const member of others) this.#override(member, path, null);
      else this.#addCondition(path, new Set(holders));
    }
  }

  #addCondition(path: Path, holders: ReadonlySet<Member>): void {
    const isUsual = holders.size * 2 >= this.#members.length;
    const rest = this.#members.filter((member) => holders.has(member) !== isUsual);
    const cells = new Map(rest.map((member) => [member, String(!isUsual)]));
    const name = this.#addInput(path, { type: 'boolean', default: isUsual }, cells);
    writeAtPath(this.#settings, [...path, 'when'], `inputs.${name}`);
  }

  /** Decides for each setting of the blueprint what of it differs between accounts. */
  addSettings(): void {
    const settings = new Map<string, { path: Path; values: Map<Member, unknown> }>();
    for (const member of this.#members) {
      const { id: _, ids: __, blueprint: ___, ...patch } = member.spec;
      for (const { path, value } of listSettings(patch as Patch)) {
        if (!this.#isOfBlueprint(path)) continue;
        const key = JSON.stringify(path);
        const setting = settings.get(key) ?? { path, values: new Map() };
        settings.set(key, setting);
        setting.values.set(member, value);
      }
    }
    for (const { path, values } of settings.values()) this.#addSetting(path, values);
  }

  #isOfBlueprint([section, key]: Path): boolean {
    if (key === undefined || (section !== 'connectors' && section !== 'cycles')) return true;
    return this.#holders.has(JSON.stringify([section, key]));
  }

  #listHolders([section, key]: Path): readonly Member[] {
    return this.#holders.get(JSON.stringify([section, key])) ?? this.#members;
  }

  #addSetting(path: Path, values: ReadonlyMap<Member, unknown>): void {
    const lacking = this.#listHolders(path).filter((member) => !values.has(member));
    const forms = Map.groupBy([...values], ([, value]) => describeForm(value));
    const [usual = []] = [...forms.values()].sort((left, right) => right.length - left.length);
    const parts = listPlainParts(usual[0]?.[1]);
    const isPlain = parts?.length === 1 && parts[0]?.path.length === 0;
    const isRare = isPlain ? values.size <= this.#odd : values.size <= lacking.length;
    if (lacking.length > 0 && isRare) {
      for (const [member, value] of values) this.#override(member, path, value);
      return;
    }
    // No layer takes away a setting that has several parts.
    if (!isPlain) for (const member of lacking) this.#misfits.add(member);
    const alike = new Map(usual);
    for (const [member, value] of values) {
      if (!alike.has(member)) this.#override(member, path, value);
    }
    if (parts === null || parts.length === 0) writeAtPath(this.#settings, path, usual[0]?.[1]);
    const isOptional = isPlain && lacking.length > 0;
    for (const { path: inner, isInRef } of parts ?? []) {
      const own = new Map([...alike].flatMap(([member, value]) => readPart(member, value, inner)));
      const place = { path, inner, isInRef, isOptional, whole: alike };
      writeAtPath(this.#settings, [...path, ...inner], this.#decidePart(place, own));
    }
  }

  /** Returns what the blueprint has for a part of a setting: its value, or the placeholder of an input. */
  #decidePart(place: Place, values: PartValues): unknown {
    const { path, inner, isInRef, isOptional, whole } = place;
    const [[usual, same] = ['', []], ...others] = countValues(values);
    if (others.length === 0 && !isOptional) return usual;
    const template = isOptional ? null : findTemplate(values, isInRef);
    if (template !== null) return template;
    const isFixed = isInRef || isSource(path);
    if (!isOptional && (isFixed || values.size - same.length <= this.#odd)) {
      for (const [, members] of others) this.#overrideWhole(members, path, whole);
      return usual;
    }
    const type = toInputType(usual);
    const hasDefault = !isOptional && same.length * 2 >= values.size;
    const cells = new Map<Member, string>();
    for (const [value, members] of hasDefault ? others : [[usual, same] as const, ...others]) {
      const cell = toInputType(value) === type ? toCell(value) : null;
      if (cell === null) this.#overrideWhole(members, path, whole);
      else for (const member of members) cells.set(member, cell);
    }
    const isGiven = cells.size === this.#members.length;
    const input = {
      type,
      ...(hasDefault ? { default: usual } : isGiven ? {} : { required: false }),
    };
    return `\${inputs.${this.#addInput([...path, ...inner], input, cells)}}`;
  }

  /** Adds an input and its column, or finds the one that is equal in every account; returns its name. */
  #addInput(path: Path, input: WrittenInput, cells: ReadonlyMap<Member, string>): string {
    const column = JSON.stringify([
      input,
      this.#members.map((member) => cells.get(member) ?? null),
    ]);
    const same = this.#columns.get(column);
    if (same !== undefined) return same;
    const name = this.#names.name(path);
    this.#columns.set(column, name);
    this.#inputs.set(name, input);
    for (const [member, cell] of cells) this.#setCell(member, name, cell);
    return name;
  }

  #overrideWhole(
    members: readonly Member[],
    path: Path,
    whole: ReadonlyMap<Member, unknown>,
  ): void {
    for (const member of members) this.#override(member, path, whole.get(member));
  }

  #override(member: Member, path: Path, value: unknown): void {
    const own = this.#overrides.get(member) ?? new Map();
    this.#overrides.set(member, own.set(JSON.stringify(path), { path, value }));
  }

  #setCell(member: Member, name: string, cell: string): void {
    const own = this.#cells.get(member) ?? new Map<string, string>();
    this.#cells.set(member, own.set(name, cell));
  }

  finish(): DraftedFleet {
    const overrides = new Map<Member, Nested>();
    for (const [member, own] of this.#overrides) {
      if (own.size > maxOverridden) this.#misfits.add(member);
      const nested: Nested = {};
      for (const { path, value } of own.values()) writeAtPath(nested, path, value);
      overrides.set(member, nested);
    }
    return {
      misfits: this.#misfits,
      draft: {
        inputs: this.#inputs,
        settings: this.#settings,
        members: this.#members,
        cells: this.#cells,
        overrides,
      },
    };
  }
}

/** A part of a setting, and the whole setting of each account. */
type Place = {
  readonly path: Path;
  readonly inner: Path;
  readonly isInRef: boolean;
  /** True if some accounts do not have the setting. */
  readonly isOptional: boolean;
  readonly whole: ReadonlyMap<Member, unknown>;
};

function readPart(
  member: Member,
  value: unknown,
  inner: Path,
): readonly (readonly [Member, Plain])[] {
  const key = JSON.stringify(inner);
  const part = listPlainParts(value)?.find(({ path }) => JSON.stringify(path) === key);
  return part === undefined ? [] : [[member, part.value]];
}

// The source of a cycle or a connector is what the entry is, and no value of a customer.
function isSource([, , name, part]: Path): boolean {
  return name === 'from' || (name === 'connector' && part === 'name');
}
