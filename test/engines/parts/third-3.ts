import { describeScenarios } from '../scenarios.ts'

await describeScenarios(2, 3)
