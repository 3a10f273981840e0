import { RE2JS } from 're2js';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Blueprint, Input, WrittenBlueprint } from '../../../model/manifest/blueprint.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import { checkDocument } from '../check-document.ts';
import { checkBlueprintEnvironments } from '../rules/check-environments.ts';
import type { Rule } from '../rules/rule.ts';
import { checkInputs } from './check-inputs.ts';
import { checkSet } from './check-set.ts';
import { makeConditions } from './conditions.ts';
import { reportUnknownBlueprint } from './report-unknown-blueprint.ts';
import { blueprintManifest } from './schema/fleet-manifests.ts';

/** Valid blueprints by name, and the mistakes of all. */
export type BlueprintValidation = {
  readonly blueprints: ReadonlyMap<string, Blueprint>;
  readonly diagnostics: readonly Diagnostic[];
};

/** All rules of a blueprint, in the order of their diagnostics. */
const blueprintRules: readonly Rule<WrittenBlueprint>[] = [checkInputs, checkBlueprintEnvironments];

type BlueprintDocument = ManifestDocument<WrittenBlueprint>;

/**
 * Validates the documents of the folder of blueprints, and finds the base of each. Environments: null
 * where they may name others.
 */
export function validateBlueprints(
  documents: readonly RawDocument[],
  environments: ReadonlyMap<string, unknown> | null,
): BlueprintValidation {
  const diagnostics: Diagnostic[] = [];
  const sound = new Map<string, BlueprintDocument>();
  for (const raw of documents) {
    const measure = { schema: blueprintManifest, rules: blueprintRules, environments };
    const checked = checkDocument<WrittenBlueprint>(raw, measure);
    diagnostics.push(...checked.diagnostics);
    if (checked.document === null) continue;
    const { name } = checked.document.written.metadata;
    const first = sound.get(name);
    if (first === undefined) sound.set(name, checked.document);
    else diagnostics.push(reportTwice(name, first, checked.document));
  }
  const blueprints = new Map<string, Blueprint>();
  for (const [name, document] of sound) {
    const mistake = checkBase(document, sound);
    if (mistake !== null) {
      diagnostics.push(mistake);
      continue;
    }
    const base = sound.get(document.written.spec.base ?? '');
    const made = makeBlueprint(document, base === undefined ? null : makeBlueprint(base, null));
    const mistakes = checkOwnInputs(made);
    diagnostics.push(...mistakes);
    if (mistakes.length === 0) blueprints.set(name, made);
  }
  return { blueprints, diagnostics };
}

function checkOwnInputs(blueprint: Blueprint): readonly Diagnostic[] {
  const { document } = blueprint;
  const { environments = {}, inputs: _, ...patch } = document.written.spec;
  const sets = Object.entries(environments).map(([name, set]) => ({
    pointer: toPointer(['spec', 'environments', name]),
    set,
  }));
  return [
    ...checkSet(document, blueprint, { pointer: '/spec', set: patch }),
    ...sets.flatMap((each) => checkSet(document, blueprint, each)),
  ];
}

function makeBlueprint(document: BlueprintDocument, base: Blueprint | null): Blueprint {
  const { metadata, spec } = document.written;
  const own = Object.entries(spec.inputs ?? {}).map(([name, written]): [string, Input] => {
    const at = document.keySpanOf(toPointer(['spec', 'inputs', name]));
    const matches = makeMatcher(written.pattern);
    return [name, { ...written, name, at, document, matches }];
  });
  const inputs = new Map([...(base?.inputs ?? []), ...own]);
  return { name: metadata.name, document, base, inputs, conditions: makeConditions(inputs) };
}

// RE2 takes linear time for every pattern; it refuses what would not.
function makeMatcher(pattern: string | undefined): Input['matches'] {
  if (pattern === undefined) return () => true;
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.matches(text);
}

function checkBase(
  document: BlueprintDocument,
  all: ReadonlyMap<string, BlueprintDocument>,
): Diagnostic | null {
  const { metadata, spec } = document.written;
  const at = document.spanOf('/spec/base');
  if (spec.base === undefined) return null;
  if (spec.base === metadata.name) {
    const summary = `The blueprint ${metadata.name} names itself as its base`;
    return reportError('blueprint-base', { summary, at, remedy: 'Name another blueprint.' });
  }
  const base = all.get(spec.base);
  if (base === undefined) {
    return reportUnknownBlueprint(spec.base, at, all.keys());
  }
  if (base.written.spec.base === undefined) return null;
  return reportError('blueprint-base', {
    summary: `The base ${spec.base} has a base itself`,
    at,
    related: [{ at: base.spanOf('/spec/base'), says: 'its base' }],
    remedy: 'Name a blueprint without base: a blueprint builds on one other.',
  });
}

function reportTwice(
  name: string,
  first: BlueprintDocument,
  second: BlueprintDocument,
): Diagnostic {
  return reportError('duplicate-name', {
    summary: `Two blueprints have the name ${name}`,
    at: second.spanOf('/metadata/name'),
    related: [{ at: first.spanOf('/metadata/name'), says: 'the other one' }],
    remedy: 'Give each its own name.',
  });
}
