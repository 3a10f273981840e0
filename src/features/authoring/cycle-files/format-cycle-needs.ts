import { toLine } from '../../../kit/text/format-name.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { CycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';

/** Formats the settings that a cycle file needs from its manifest. */
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
        `Needs a connector for the slot "${slot}": ${name}${version === null ? '' : ` ${version}`}, with its own properties and credentials.`,
    ),
    ...secrets.map((path) => `Needs a secret in the manifest: ${path}: {env: NAME}.`),
    ...steps
      .filter(({ isWebhook }) => isWebhook)
      .map(({ label }) => `The step "${label}" gets its own webhook URL and key.`),
  ].map(toLine);
}
