import { toHash } from '../../../kit/hash.ts';
import { isMap } from '../../../kit/json/json.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type {
  WrittenAccount,
  WrittenAuth,
  WrittenCycle,
  WrittenInstalledConnector,
  WrittenMapping,
} from '../../../model/manifest/manifest.generated.ts';
import { isVariableRef } from '../../../model/secret/secret.ts';
import type { DescribedAccount } from '../describe/described-account.ts';
import type { AccountProfile, ProfilePart, ProfileValue } from './proposal.ts';

/** Shared names of connectors and cycles, by the keys of one account. */
type Roles = {
  readonly connectors: ReadonlyMap<string, string>;
  readonly cycles: ReadonlyMap<string, string>;
};

type Named = {
  readonly key: string;
  readonly name: string;
  /** Sort key of equal names. */
  readonly like: string;
};

/**
 * Makes the profile of an account. Connectors go by catalog names and cycles by templates, because
 * customer names are values.
 */
export function makeAccountProfile({
  written,
  remarks,
}: Pick<DescribedAccount, 'written' | 'remarks'>): AccountProfile {
  const { metadata, spec } = written;
  const sketch = new ProfileBuilder(makeRoles(spec));
  const { id: _, ids: _ids, connectors = {}, cycles = {}, displayName, ...settings } = spec;
  sketch.addValue(['displayName'], displayName ?? metadata.name);
  sketch.addSettings([], settings);
  for (const [key, connector] of Object.entries(connectors)) sketch.addConnector(key, connector);
  for (const [key, cycle] of Object.entries(cycles)) sketch.addCycle(key, cycle);
  for (const { topic, path } of remarks) if (topic === 'left-out') sketch.omit(path);
  return { account: metadata.name, parts: sketch.listParts(), values: sketch.values };
}

/** Collects parts and values under shared names. */
class ProfileBuilder {
  readonly values = new Map<FieldPath, ProfileValue>();
  readonly #parts = new Map<FieldPath, string>();
  readonly #leftOut = new Map<FieldPath, number>();
  readonly #roles: Roles;

  constructor(roles: Roles) {
    this.#roles = roles;
  }

  addConnector(key: string, installed: WrittenInstalledConnector): void {
    const { connector, displayName, auth, properties = {}, ...settings } = installed;
    const at = ['connectors', this.#roles.connectors.get(key) ?? key];
    this.#addPart(at, 'installed');
    this.addValue([...at, 'displayName'], displayName ?? key);
    if (connector.version !== undefined) this.addValue([...at, 'version'], connector.version);
    // Records the kind of sign-in alone, because credentials are secrets.
    if (auth !== undefined) this.addValue([...at, 'auth'], formatAuth(auth));
    this.addSettings(at, settings);
    this.#noteEach([...at, 'properties'], properties);
  }

  addCycle(key: string, cycle: WrittenCycle): void {
    const { from: _, displayName, connectors = {}, schedule, tags, ...others } = cycle;
    const { variables = {}, steps = {}, ...settings } = others;
    const at = ['cycles', this.#roles.cycles.get(key) ?? key];
    this.#addPart(at, 'made');
    this.addValue([...at, 'displayName'], displayName ?? key);
    this.addSettings(at, settings);
    if (tags !== undefined) this.addValue([...at, 'tags'], tags);
    if (schedule !== undefined) this.addValue([...at, 'schedule'], schedule);
    for (const [slot, used] of Object.entries(connectors)) {
      this.addValue([...at, 'connectors', slot], this.#roles.connectors.get(used) ?? used);
    }
    this.#noteEach([...at, 'variables'], variables);
    for (const [label, written] of Object.entries(steps)) {
      const { parameters = {}, fields = {}, launchVisible = {} } = written;
      const step = [...at, 'steps', label];
      this.#addMappings([...step, 'parameters'], parameters);
      this.#addMappings([...step, 'fields'], fields);
      for (const [slot, targets] of Object.entries(launchVisible)) {
        this.#noteEach([...step, 'launchVisible', slot], targets);
      }
    }
  }

  /** Adds settings, and entries of maps under their names. */
  addSettings(at: readonly string[], settings: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(settings)) {
      if (isMap(value) && !isVariableRef(value)) this.#noteEach([...at, name], value);
      else this.addValue([...at, name], value);
    }
  }

  addValue(path: readonly string[], value: unknown): void {
    this.values.set(
      toPath(path),
      isVariableRef(value) ? { kind: 'secret' } : { kind: 'plain', value },
    );
  }

  /** Adds a part that no manifest can express, because it makes a profile differ. */
  omit([, room = '', key = '', ...rest]: readonly string[]): void {
    const role = room === 'connectors' || room === 'cycles' ? this.#roles[room].get(key) : key;
    // Uses the kind alone for an object left out as a whole, because it has no shared name.
    const path = toPath([room, role ?? '', ...rest].filter((name) => name !== ''));
    this.#leftOut.set(path, (this.#leftOut.get(path) ?? 0) + 1);
  }

  listParts(): readonly ProfilePart[] {
    const parts = [...this.#parts].map(([path, form]) => ({ path, form }));
    const leftOut = [...this.#leftOut].map(([path, number]) => ({
      path,
      form: number === 1 ? 'left out' : `left out ${number} times`,
    }));
    return [...parts, ...leftOut].sort((left, right) => (left.path < right.path ? -1 : 1));
  }

  #addPart(path: readonly string[], form: string): void {
    this.#parts.set(toPath(path), form);
  }

  #noteEach(at: readonly string[], values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) this.addValue([...at, name], value);
  }

  #addMappings(at: readonly string[], mappings: Readonly<Record<string, WrittenMapping>>): void {
    for (const [name, mapping] of Object.entries(mappings)) {
      this.#addPart([...at, name], classifyMapping(mapping));
      this.addValue([...at, name], mapping);
    }
  }
}

/** Truncates longer names and appends a digest to keep them unique. */
const maxNameLength = 200;

function toPath(names: readonly string[]): FieldPath {
  return toFieldPath(
    ...names.map((name) =>
      name.length <= maxNameLength
        ? name
        : `${toShortText(name, maxNameLength)}${toHash(name).slice(0, 16)}`,
    ),
  );
}

function formatAuth(auth: WrittenAuth): string {
  return typeof auth === 'object' ? (Object.keys(auth)[0] ?? '') : auth;
}

/**
 * Names each connector and cycle by its catalog name or template. Numbers repeats as `NAME#2`, in
 * the order of mappings and then keys, so that equal cycles match.
 */
function makeRoles({
  connectors = {},
  cycles = {},
}: Pick<WrittenAccount['spec'], 'connectors' | 'cycles'>): Roles {
  const installed = Object.entries(connectors).map(([key, { connector }]) => ({
    key,
    name: connector.name,
    like: '',
  }));
  const made = Object.entries(cycles).map(([key, cycle]) => ({
    key,
    name: toOriginName(cycle),
    like: formatMapped(cycle),
  }));
  return { connectors: makeNumbered(installed), cycles: makeNumbered(made) };
}

function toOriginName({ from }: WrittenCycle): string {
  if ('file' in from) return from.file;
  return from.tag === undefined ? from.template : `${from.template} (${from.tag})`;
}

function makeNumbered(items: readonly Named[]): ReadonlyMap<string, string> {
  const sorted = items.toSorted((left, right) =>
    left.like === right.like
      ? compareTexts(left.key, right.key)
      : compareTexts(left.like, right.like),
  );
  const groups = Map.groupBy(sorted, ({ name }) => name);
  // Keeps a name that looks like a number of ours.
  const taken = new Set(groups.keys());
  const roles = new Map<string, string>();
  for (const [name, group] of groups) {
    let number = 1;
    for (const { key } of group) {
      let role = number === 1 ? name : `${name}#${number}`;
      while (number > 1 && taken.has(role)) {
        number += 1;
        role = `${name}#${number}`;
      }
      taken.add(role);
      roles.set(key, role);
      number += 1;
    }
  }
  return roles;
}

// Formats mappings by kind of source, as in the profile.
function formatMapped({ steps = {} }: WrittenCycle): string {
  const mapped = Object.entries(steps).flatMap(([label, { parameters = {}, fields = {} }]) =>
    [parameters, fields].flatMap((slot, index) =>
      Object.entries(slot).map(([name, mapping]) =>
        JSON.stringify([label, index, name, classifyMapping(mapping)]),
      ),
    ),
  );
  return mapped.sort().join('\n');
}

/** Classifies the source of a mapping: `text` (secrets too), `step`, `variable`, `expression` … */
function classifyMapping(mapping: WrittenMapping): string {
  if (typeof mapping !== 'object' || isVariableRef(mapping)) return 'text';
  return Object.keys(mapping)[0] ?? 'text';
}
