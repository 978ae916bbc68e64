import * as xstate from 'xstate';
import { mutantsOf, type NodeConfig } from './machine-mutants';

/** Takes the place of `xstate` for the machines while their mutants are tested. */
export * from 'xstate';

/** Which mutant to make of which machine; absent: none. */
export const CURRENT_MUTANT = 'KITWELL_MUTANT';

function mutated<Config extends object>(config: Config): Config {
  const [id, name] = process.env[CURRENT_MUTANT]?.split('#') ?? [];
  if (id === undefined || !('id' in config) || config.id !== id) return config;
  const mutant = mutantsOf(config as NodeConfig).find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`The machine "${id}" has no mutant "${name}".`);
  return mutant.config as Config;
}

export const createMachine: typeof xstate.createMachine = (config) => xstate.createMachine(mutated(config));

export const setup: typeof xstate.setup = (options) => {
  const made = xstate.setup(options);
  return { ...made, createMachine: (config) => made.createMachine(mutated(config)) };
};
