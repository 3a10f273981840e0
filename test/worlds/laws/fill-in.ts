import type { World } from '../../../src/emulator/world/file/world.ts';
import { listSuggested } from '../../../src/features/authoring/describe/secrets/list-suggested.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { isWebhook } from '../generate/names-of.ts';

/** Variables that stand for what a person knows and the service does not show. */
const known = { env: 'KNOWN_BY_A_PERSON' };

/**
 * Writes into an exported manifest what its comments ask for, as a person would: how connectors sign in that do, and
 * when cycles run. Gives the variables that it needs.
 */
export function fillIn(
  { metadata, spec, ...rest }: WrittenAccount,
  world: World,
): readonly { readonly env: string }[] {
  for (const connector of Object.values(spec.connectors ?? {})) {
    const types = world.connectors?.find(({ name }) => name === connector.connector.name);
    const [first, second] = types?.authentication ?? [];
    const isAsked = second !== undefined || first?.type === 'OAuth2';
    if (connector.auth === undefined && isAsked) connector.auth = { authValue: known };
  }
  for (const cycle of Object.values(spec.cycles ?? {})) {
    const { from } = cycle;
    const template =
      'template' in from ? world.templates?.find(({ name }) => name === from.template) : undefined;
    const needs = template !== undefined && !isWebhook(world, template);
    if (cycle.state === 'active' && needs) cycle.schedule ??= { every: '1h' };
  }
  return [known, ...listSuggested({ metadata, spec, ...rest })];
}
