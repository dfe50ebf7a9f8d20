import { describeScenarios } from '../scenarios.ts'

await describeScenarios()
