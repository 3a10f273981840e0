import { Refusal } from '../../../app/output/refusal.ts';
import {
  checkKeySet,
  type EnvironmentContext,
  openEnvironmentSecrets,
} from '../../../app/ports/open-environment-secrets.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Signer } from '../../../model/ports.ts';
import { type CommandPlace, formatCommand } from '../../../model/report/advice/commands.ts';
import type { Rollout, RolloutAccount } from '../../../model/state/rollout.ts';
import { hasUnrecordedLosses } from './approved-changes.ts';
import { formatProgress, formatResult, formatSealed } from './format-sealed.ts';

/** Opens the signer of rollouts. Throws `OperationalError` without a key that lasts. */
export async function openSigner(request: EnvironmentContext): Promise<Signer> {
  checkKeySet(request);
  const files = openProjectFiles(request.options.directory);
  return (await openEnvironmentSecrets(request, files)).signer;
}

/** Checks that a rollout is as it was approved, and came, with its accounts, as far as was recorded. Throws `Refusal`. */
export async function checkSeal(
  request: EnvironmentContext,
  rollout: Rollout,
  accounts: readonly RolloutAccount[],
): Promise<void> {
  const { options, project } = request;
  const place = { directory: options.directory, environment: project.environment.name };
  checkSealWith({ signer: await openSigner(request), place }, rollout, accounts);
}

/** A key, and where the commands of remedies work. */
export type SealContext = { readonly signer: Signer; readonly place: CommandPlace };

/** Checks the same with a key. */
export function checkSealWith(
  context: SealContext,
  rollout: Rollout,
  accounts: readonly RolloutAccount[],
): void {
  checkApproved(context, rollout, accounts);
  if (accounts.some(({ state, approved }) => state !== 'done' && hasUnrecordedLosses(approved)))
    refuse(context, rollout, 'no-losses');
  const signed = [
    { seal: rollout.progressSeal, text: formatProgress(rollout) },
    ...accounts.map((each) => ({ seal: each.stateSeal, text: formatResult(rollout, each) })),
  ];
  for (const { seal, text } of signed) {
    if (text === null) continue;
    refuse(context, rollout, seal === undefined ? 'absent' : context.signer.verify(seal, text));
  }
}

/** Checks with a key that a rollout is as it was approved, however far it came. Throws `Refusal`. */
export function checkApproved(
  context: SealContext,
  rollout: Rollout,
  accounts: readonly RolloutAccount[],
): void {
  refuse(context, rollout, verifyApproved(context, rollout, accounts));
}

/** Verifies the signature of a rollout. */
export function verifyApproved(
  { signer }: Pick<SealContext, 'signer'>,
  rollout: Rollout,
  accounts: readonly RolloutAccount[],
): Verdict {
  return signer.verify(rollout.seal, formatSealed(rollout, accounts));
}

type Verdict = ReturnType<Signer['verify']>;

type Fault = Exclude<Verdict, 'whole'> | 'absent' | 'no-losses';

const faults: Readonly<Record<Fault, string>> = {
  broken: 'is not as it was approved',
  'other-key': 'was approved with another CYCLECTL_SECRET_KEY',
  absent: 'has no signature of how far it came: an earlier version of cyclectl recorded that',
  'no-losses':
    'does not record the objects that it deletes as they were: an earlier version of cyclectl opened it',
};

function refuse({ place }: SealContext, { id, fleet }: Rollout, verdict: Fault | 'whole'): void {
  if (verdict === 'whole') return;
  const again = formatCommand(`rollout open ${fleet}`, place, ['--replace']);
  const undo = formatCommand(`rollout undo ${fleet}`, place);
  throw new Refusal({
    ...reportError('rollout-changed', {
      summary: `The rollout ${id} of ${fleet} ${faults[verdict]}`,
    }),
    remedy:
      verdict === 'absent' || verdict === 'no-losses'
        ? `Undo it with ${undo}, or open it again with ${again}.`
        : `Open it again with ${again}.`,
  });
}
