import type { Address } from '../../../model/address.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../../model/diff/field-diff.ts';

/** An object of the account without an entry. */
export type Removed =
  | AccountDiff['liveOnlyCycles'][number]
  | AccountDiff['liveOnlyConnectors'][number];

/** Lists the new objects that a removed one may be under another key: of its origin, or of an unknown one. */
export function listPossibleRenames({ live }: Removed, diff: AccountDiff): readonly Address[] {
  const alike: readonly (CycleDiff | ConnectorDiff)[] =
    'release' in live
      ? diff.connectors.filter(
          ({ desired }) => desired.desired.connector.name === live.release.name,
        )
      : diff.cycles.filter(
          ({
            desired: {
              bound: { source },
            },
          }) => {
            return source.kind === 'no-template' || source.id === live.templateId;
          },
        );
  return alike
    .filter((each) => each.live === null && each.missing === 'new')
    .map(({ address }) => address);
}
