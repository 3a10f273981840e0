import { Refusal } from '../../../app/output/refusal.ts';
import { openEnvironmentSecrets } from '../../../app/ports/open-environment-secrets.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import type { ChangeRequest } from '../../../app/run/change-source.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanSigner } from '../../../model/ports.ts';
import { type CommandPlace, formatCommand } from '../../../model/report/advice/commands.ts';
import type { Rollout, RolloutAccount } from '../../../model/state/rollout.ts';
import { formatProgress, formatSealed } from './format-sealed.ts';

/** Opens the signer of rollouts. */
export async function openSigner(request: ChangeRequest): Promise<PlanSigner> {
  const files = openProjectFiles(request.options.directory);
  return (await openEnvironmentSecrets(request, files)).signer;
}

/** Checks that a rollout is as it was approved, and came as far as was recorded. Throws `Refusal`. */
export async function checkSeal(
  request: ChangeRequest,
  rollout: Rollout,
  accounts: readonly RolloutAccount[],
): Promise<void> {
  const { options, project } = request;
  const place = { directory: options.directory, environment: project.environment.name };
  checkSealWith({ signer: await openSigner(request), place }, rollout, accounts);
}

/** Checks the same with a key. */
export function checkSealWith(
  { signer, place }: { readonly signer: PlanSigner; readonly place: CommandPlace },
  rollout: Rollout,
  accounts: readonly RolloutAccount[],
): void {
  const { id, fleet, seal, progressSeal = '' } = rollout;
  const progress = formatProgress(rollout);
  const verdicts = [
    signer.verify(seal, formatSealed(rollout, accounts)),
    ...(progress === null ? [] : [signer.verify(progressSeal, progress)]),
  ];
  const [wrong] = verdicts.filter((verdict) => verdict !== 'whole');
  if (wrong === undefined) return;
  throw new Refusal({
    ...reportError('rollout-changed', {
      summary:
        wrong === 'broken'
          ? `The rollout ${id} of ${fleet} is not as it was approved`
          : `The rollout ${id} of ${fleet} was approved with another CYCLECTL_SECRET_KEY`,
    }),
    remedy: `Open it again with ${formatCommand(`rollout open ${fleet}`, place, ['--replace'])}.`,
  });
}
