import { describeScenarios } from '../scenarios.ts'

await describeScenarios(1, 3)
