import { toHash } from '../../../kit/hash.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type {
  WrittenAuth,
  WrittenCycle,
  WrittenInstalledConnector,
  WrittenMapping,
} from '../../../model/manifest/manifest.generated.ts';
import type { DescribedAccount } from '../describe/described-account.ts';
import { classifyMapping, isReference } from './classify-mapping.ts';
import { makeRoles, type Roles } from './make-roles.ts';
import type { AccountProfile, ProfilePart, ProfileValue } from './proposal.ts';

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
    for (const [label, { parameters = {}, fields = {} }] of Object.entries(steps)) {
      const step = [...at, 'steps', label];
      this.#addMappings([...step, 'parameters'], parameters);
      this.#addMappings([...step, 'fields'], fields);
    }
  }

  /** Adds settings, and entries of maps under their names. */
  addSettings(at: readonly string[], settings: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(settings)) {
      if (isMap(value) && !isReference(value)) this.#noteEach([...at, name], value);
      else this.addValue([...at, name], value);
    }
  }

  addValue(path: readonly string[], value: unknown): void {
    this.values.set(
      toPath(path),
      isReference(value) ? { kind: 'secret' } : { kind: 'plain', value },
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

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
