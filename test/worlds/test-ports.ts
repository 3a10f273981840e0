import type { Emulator } from '../../src/emulator/emulator.ts';
import type { Clock, Files } from '../../src/model/ports.ts';

/** Advances the service's clock, so that a drain ends without sleeping. */
export function makeClock({ control }: Emulator, beforeWait?: () => Promise<void>): Clock {
  return {
    now: () => control.advance('0s'),
    wait: async (ms) => {
      await beforeWait?.();
      control.advance(`${Math.max(1, Math.ceil(ms))}ms`);
    },
  };
}

/** A project folder in memory, by the paths of its files. */
export function openFiles(manifests: ReadonlyMap<string, string>): Files {
  return {
    read: async (path) => {
      const text = manifests.get(path);
      if (text === undefined) return { ok: false, problem: 'missing' };
      return text.startsWith('\ufeff')
        ? { ok: true, text: text.slice(1), hasMark: true }
        : { ok: true, text };
    },
    listPassedOver: async () => [],
    listYaml: async (folder) => {
      const inside = [...manifests.keys()].filter((path) => path.startsWith(`${folder}/`));
      if (inside.length === 0 && folder !== 'accounts') return null;
      return inside.filter((path) => /\.ya?ml$/.test(path)).sort();
    },
  };
}
