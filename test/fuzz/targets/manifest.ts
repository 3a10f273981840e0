import { parse } from 'yaml';
import { checkEnded, type FuzzTarget } from '../fuzz-case.ts';
import { openFuzzProject } from '../fuzz-project.ts';
import { mutateData } from '../mutate.ts';

const files = ['accounts/northwind.yaml', 'accounts/contoso.yaml', 'cyclectl.yaml'] as const;

/** Manifests that are YAML and say odd things, through `validate` and `plan`. */
export async function openManifestTarget(): Promise<FuzzTarget> {
  const project = await openFuzzProject();
  return {
    feed: async (draw) => {
      const file = draw.pick(files);
      const original = await project.read(file);
      const said: unknown = parse(original.toString('utf8'));
      const text = JSON.stringify(mutateData(draw, said), null, draw.pick([0, 1]));
      await project.write(file, text);
      try {
        const validated = await project.run('validate');
        const wrong = checkEnded(`validate of ${file}`, validated);
        // Where the service is may have changed: what is nowhere is not waited for here.
        if (file === 'cyclectl.yaml') return wrong;
        const planned = await project.run('plan', '--verbose');
        return [...wrong, ...checkEnded(`plan of ${file}`, planned)];
      } finally {
        await project.write(file, original);
      }
    },
    close: project.close,
  };
}
