import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import { withoutLeft } from '../../../worlds/laws/left-lines.ts';
import type { Simulation } from '../../simulation.ts';
import { demandNone } from '../violation.ts';

/** A credential when all was settled. */
export type KnownCredential = {
  /** What the manifest and its secrets say. */
  readonly says: string;
  /** What the service has. */
  readonly is: string | null;
  /** The manifest left it to others. */
  readonly isLeft: boolean;
  /** How many versions its manifest had. */
  readonly versions: number;
};

type Kept = Pick<Simulation, 'simulated' | 'credentials' | 'touched' | 'tally' | 'versions'>;

/**
 * Law 12: a credential stays unless the manifest, a secret or a console user changes it. One that the
 * manifest leaves to others is as the last version that managed it said, or as it was before if no
 * command sent that.
 */
export function checkCredentials(life: Kept): void {
  const { simulated, credentials, touched, tally } = life;
  if (touched.some((each) => each.endsWith('/auth'))) return;
  const values = JSON.stringify([...simulated.secrets]);
  for (const [key, written] of simulated.manifests) {
    const live = simulated.find(key)?.connectors ?? [];
    const versions = life.versions.get(key) ?? [];
    for (const [name, entry] of Object.entries(written.spec.connectors ?? {})) {
      const found = live.find((each) => each.name === (entry.displayName ?? name));
      if (found === undefined) continue;
      const managed = versions.map((each) => findAuth(simulated, each, name));
      const isLeft = findAuth(simulated, written, name) === undefined;
      // An undo of a rollout may go back to a version that leaves it, after one that managed it.
      const auth = managed.findLast((each) => each !== undefined);
      const says = JSON.stringify([auth, values]);
      const last = credentials.get(found.id);
      // What was left may be sent, late, by each version that has managed it since.
      const isSent =
        last?.isLeft === true &&
        (!isLeft || managed.slice(last.versions).some((each) => each !== undefined));
      if (last?.says === says && !isSent) {
        const wrong = last.is === found.authValue ? [] : [found.authValue];
        demandNone('law 12', `the credential of ${key}/${name} is another`, wrong);
        tally.count('law 12: a credential is kept');
      }
      credentials.set(found.id, { says, is: found.authValue, isLeft, versions: versions.length });
    }
  }
}

function findAuth(
  simulated: Kept['simulated'],
  version: WrittenAccount,
  connector: string,
): unknown {
  return withoutLeft(version, simulated).spec.connectors?.[connector]?.auth;
}
