export { writeDemoFiles, writeDemoRates } from './generate.js';
export { Random } from './random.js';
