import type {
  World,
  WorldMapping,
  WorldMethod,
  WorldStep,
  WorldTemplate,
} from '../../../../src/emulator/world/file/world.ts';
import type { Draw } from '../../generate/draw.ts';
import { latestOf } from '../../generate/generate-world.ts';
import { locate } from '../../generate/names-of.ts';

/** The next release of a template, and how it differs from the last one. */
export type NextRelease = (draw: Draw, at: ReleaseContext) => WorldTemplate;

/** A template as it is now, in its world. */
export type ReleaseContext = { readonly world: World; readonly last: WorldTemplate };

/** Ways in which a person changes a template, by name. */
export const releaseChanges = {
  'add a step': (draw, { world, last }) => {
    const copied = draw.pick(last.steps);
    const method = draw.pick(listMethods(world, copied)).name;
    const name = draw.pick(['Checked', 'List#2', copied.name, `${copied.name} again`]);
    const at = draw.int(1, last.steps.length);
    const added = { name, connector: copied.connector, method };
    return withSteps(world, last, [...last.steps.slice(0, at), added, ...last.steps.slice(at)]);
  },
  'remove a step': (draw, { world, last }) => {
    const at = draw.int(0, last.steps.length - 1);
    return withSteps(
      world,
      last,
      last.steps.filter((_, index) => index !== at),
    );
  },
  'rename a step': (draw, { world, last }) => {
    const at = draw.int(0, last.steps.length - 1);
    const name = draw.pick(['Renamed', 'Save', 'List']);
    const before = last.steps[at]?.name;
    const steps = last.steps.map((step, index) => ({
      ...renameSources(step, (each) => (each === before ? name : each)),
      name: index === at ? name : step.name,
    }));
    return withSteps(world, last, steps);
  },
  'move a step': (draw, { world, last }) => {
    const at = draw.int(0, last.steps.length - 2);
    const steps = [...last.steps];
    steps.splice(at, 2, ...steps.slice(at, at + 2).reverse());
    return withSteps(world, last, steps);
  },
  'change a method': (draw, { world, last }) => {
    const at = draw.int(0, last.steps.length - 1);
    const steps = last.steps.map((step, index) => {
      const others = listMethods(world, step).filter(({ name }) => name !== step.method);
      return index === at && others.length > 0 ? { ...step, method: draw.pick(others).name } : step;
    });
    return withSteps(world, last, steps);
  },
  'change a value': (draw, { world, last }) => {
    const at = draw.int(0, last.steps.length - 1);
    const steps = last.steps.map((step, index) => {
      const { parameters = [], fields = [] } = findMethod(world, step) ?? {};
      const slot = draw.pick(['parameters', 'fields'] as const);
      const names = slot === 'parameters' ? parameters.map(({ name }) => name) : fields.map(locate);
      const [name] = names;
      if (index !== at || name === undefined) return step;
      return { ...step, [slot]: { ...step[slot], [name]: `of release ${draw.int(2, 9)}` } };
    });
    return { ...last, steps };
  },
  'add a variable': (draw, { last }) => ({
    ...last,
    variables: { ...last.variables, [draw.pick(['region', 'another one'])]: 'of a release' },
  }),
  'remove a variable': (draw, { world, last }) => {
    const names = Object.keys(last.variables ?? {});
    const gone = names.length === 0 ? '' : draw.pick(names);
    const left = Object.entries(last.variables ?? {}).filter(([name]) => name !== gone);
    return withSteps(world, { ...last, variables: Object.fromEntries(left) }, last.steps);
  },
} as const satisfies Readonly<Record<string, NextRelease>>;

function listMethods(world: World, { connector }: WorldStep): readonly WorldMethod[] {
  const kind = connector.replace(/#\d+$/, '');
  const found = world.connectors?.find(({ name }) => name === kind);
  return found === undefined ? [] : (latestOf(found).methods ?? []);
}

function findMethod(world: World, step: WorldStep): WorldMethod | undefined {
  return listMethods(world, step).find(({ name }) => name === (step.method ?? step.name));
}

// Drops mappings that mean nothing any more.
function withSteps(world: World, last: WorldTemplate, steps: readonly WorldStep[]): WorldTemplate {
  const seen: WorldStep[] = [];
  const kept = steps.map((step) => {
    const method = findMethod(world, step);
    const known = [...seen];
    const isKept = (mapping: WorldMapping): boolean => {
      if (typeof mapping === 'string') return true;
      if ('variable' in mapping) return Object.hasOwn(last.variables ?? {}, mapping.variable);
      if (!('step' in mapping)) return true;
      const sources = known.filter(({ name }) => name === mapping.step);
      const fields = sources.flatMap((each) => findMethod(world, each)?.responseFields ?? []);
      const isAlone = steps.filter(({ name }) => name === mapping.step).length === 1;
      return sources.length === 1 && isAlone && fields.map(locate).includes(mapping.field);
    };
    const keep = (
      given: Readonly<Record<string, WorldMapping>> | undefined,
      names: readonly string[],
    ) =>
      Object.fromEntries(
        Object.entries(given ?? {}).filter(
          ([name, mapping]) => names.includes(name) && isKept(mapping),
        ),
      );
    const next = {
      ...step,
      parameters: keep(
        step.parameters,
        (method?.parameters ?? []).map(({ name }) => name),
      ),
      fields: keep(step.fields, (method?.fields ?? []).map(locate)),
    };
    seen.push(next);
    return next;
  });
  return { ...last, steps: kept };
}

function renameSources(step: WorldStep, rename: (name: string) => string): WorldStep {
  const all = (given: Readonly<Record<string, WorldMapping>> | undefined) =>
    Object.fromEntries(
      Object.entries(given ?? {}).map(([name, mapping]) => [
        name,
        typeof mapping === 'object' && 'step' in mapping
          ? { ...mapping, step: rename(mapping.step) }
          : mapping,
      ]),
    );
  return { ...step, parameters: all(step.parameters), fields: all(step.fields) };
}
