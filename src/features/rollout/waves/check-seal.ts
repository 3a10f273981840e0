import { Refusal } from '../../../app/output/refusal.ts';
import { openEnvironmentSecrets } from '../../../app/ports/open-environment-secrets.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Rollout, RolloutAccount } from '../../../model/state/rollout.ts';
import { formatSealed } from './format-sealed.ts';

/** Checks that a rollout is as it was approved. Throws `Refusal`. */
export async function checkSeal(
  request: ProjectRequest<ChangeOptions>,
  rollout: Rollout,
  accounts: readonly RolloutAccount[],
): Promise<void> {
  const files = openProjectFiles(request.options.directory);
  const { signer } = await openEnvironmentSecrets(request, files);
  const verdict = signer.verify(rollout.seal, formatSealed(rollout, accounts));
  if (verdict === 'whole') return;
  throw new Refusal({
    ...reportError('rollout-changed', {
      summary:
        verdict === 'broken'
          ? `The rollout ${rollout.id} of ${rollout.fleet} is not as it was approved`
          : `The rollout ${rollout.id} of ${rollout.fleet} was approved with another CYCLECTL_SECRET_KEY`,
    }),
    remedy: `Open it again with cyclectl rollout open ${rollout.fleet} --replace.`,
  });
}
