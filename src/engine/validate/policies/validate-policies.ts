import schema from 'cyclectl/schemas/policy.schema.json' with { type: 'json' };
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import type { Policy, WrittenPolicy } from '../../../model/plan/policy.ts';
import { checkDocument } from '../check-document.ts';
import type { Rule } from '../rules/rule.ts';
import type { ManifestSchema } from '../schema/schemas.ts';
import { findValidator } from './find-validator.ts';
import { makePolicy } from './make-policy.ts';

/** Valid policies in the order of their files, and the mistakes of all. */
export type PolicyValidations = {
  readonly policies: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
};

const policyManifest: ManifestSchema = { kind: 'Policy', root: schema, findValidator };

const rules: readonly Rule<WrittenPolicy>[] = [checkExamples];

/** Validates the documents of a folder of policies, and compiles their expressions. */
export function validatePolicies(documents: readonly RawDocument[]): PolicyValidations {
  const diagnostics: Diagnostic[] = [];
  const policies = new Map<string, Policy>();
  for (const raw of documents) {
    const measure = { schema: policyManifest, rules, environments: null };
    const checked = checkDocument<WrittenPolicy>(raw, measure);
    diagnostics.push(...checked.diagnostics);
    if (checked.document === null) continue;
    const made = makePolicy(checked.document);
    if ('mistakes' in made) {
      diagnostics.push(...made.mistakes);
      continue;
    }
    const first = policies.get(made.name);
    if (first === undefined) policies.set(made.name, made);
    else diagnostics.push(reportTwice(first, made));
  }
  return { policies: [...policies.values()], diagnostics };
}

// An example has the input that its policy reads, and expects a result that it can have.
function checkExamples(document: ManifestDocument<WrittenPolicy>): readonly Diagnostic[] {
  const { about, action, examples = [] } = document.written.spec;
  const wanted = about === 'plan' || about === 'change' ? 'plan' : 'spec';
  const other = wanted === 'plan' ? 'spec' : 'plan';
  return examples.flatMap((example, index) => {
    const toPlace = (key: string) => toPointer(['spec', 'examples', index, key]);
    const { expect } = example;
    return [
      ...(expect === 'allow' || expect === action
        ? []
        : [
            reportError('policy-example', {
              summary: `The example expects ${expect}, and the action of the policy is ${action}`,
              at: document.spanOf(toPlace('expect')),
              remedy: `Write expect: ${action}, or expect: allow.`,
            }),
          ]),
      ...(example[other] === undefined
        ? []
        : [
            reportError('policy-example', {
              summary: `A policy about ${about} reads no ${other}`,
              at: document.keySpanOf(toPlace(other)),
              remedy: `Write the input as ${wanted}.`,
            }),
          ]),
    ];
  });
}

function reportTwice({ name, document: first }: Policy, { document }: Policy): Diagnostic {
  return reportError('duplicate-name', {
    summary: `Two policies have the name ${name}`,
    at: document.spanOf('/metadata/name'),
    related: [{ at: first.spanOf('/metadata/name'), says: 'the other one' }],
    remedy: 'Give each its own name.',
  });
}
