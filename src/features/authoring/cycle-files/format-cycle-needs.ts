import { toLine } from '../../../kit/text/format-name.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { CycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';

/** What a cycle file does not carry and its manifest has to give, in words. */
export function formatCycleNeeds({ steps, variables }: CycleFile): string[] {
  const slots = new Map(
    steps.flatMap(({ connector }) =>
      connector === null ? [] : [[connector.slot, connector] as const],
    ),
  );
  const secrets = [
    ...steps.flatMap(({ label, mappings }) =>
      mappings
        .filter(({ source }) => source.kind === 'secret')
        .map(({ slot, target }) => toFieldPath('steps', label, slot, target)),
    ),
    ...variables
      .filter(({ isSecret }) => isSecret)
      .map(({ name }) => toFieldPath('variables', name)),
  ];
  return [
    ...[...slots].map(
      ([slot, { name, version }]) =>
        `It takes a connector for the slot "${slot}": ${name}${version === null ? '' : ` ${version}`}, with its own properties and credentials.`,
    ),
    ...secrets.map((path) => `It needs a secret in the manifest: ${path}: {env: NAME}.`),
    ...steps
      .filter(({ isWebhook }) => isWebhook)
      .map(({ label }) => `Its step "${label}" gets a webhook address and key of its own.`),
  ].map(toLine);
}
