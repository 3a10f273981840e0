import { withoutLeft } from '../../../worlds/laws/left-lines.ts';
import type { Simulation } from '../../simulation.ts';
import { demandNone } from '../violation.ts';

type Kept = Pick<Simulation, 'simulated' | 'credentials' | 'touched' | 'tally' | 'versions'>;

/**
 * Law 12: a credential stays unless the manifest, a secret or a console user changes it. One that the
 * manifest leaves to others is as the last version that managed it said.
 */
export function checkCredentials(life: Kept): void {
  const { simulated, credentials, touched, tally } = life;
  if (touched.some((each) => each.endsWith('/auth'))) return;
  const values = JSON.stringify([...simulated.secrets]);
  for (const [key, written] of simulated.manifests) {
    const live = simulated.find(key)?.connectors ?? [];
    for (const [name, entry] of Object.entries(written.spec.connectors ?? {})) {
      const found = live.find((each) => each.name === (entry.displayName ?? name));
      if (found === undefined) continue;
      const says = JSON.stringify([findAuth(life, key, name), values]);
      const last = credentials.get(found.id);
      if (last?.says === says) {
        const wrong = last.is === found.authValue ? [] : [found.authValue];
        demandNone('law 12', `the credential of ${key}/${name} is another`, wrong);
        tally.count('law 12: a credential is kept');
      }
      credentials.set(found.id, { says, is: found.authValue });
    }
  }
}

// An undo of a rollout may go back to a version that leaves it, after one that managed it.
function findAuth({ simulated, versions }: Kept, key: string, name: string): unknown {
  for (const version of (versions.get(key) ?? []).toReversed()) {
    const auth = withoutLeft(version, simulated).spec.connectors?.[name]?.auth;
    if (auth !== undefined) return auth;
  }
  return undefined;
}
