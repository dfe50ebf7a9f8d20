// Loaded into the service before its own code, and into each of its threads: plain JavaScript, which they need not
// translate first. It ends the service when the demo is gone, even after a crash.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep the process alive.
process.channel?.unref()
