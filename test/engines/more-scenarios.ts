import { runScenarios } from './run.ts'

runScenarios(1)
