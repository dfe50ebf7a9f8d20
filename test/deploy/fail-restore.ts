// `--import`ed into a command: a restore fails.
if (process.argv.includes('restore')) process.exit(1)
