/** Loaded into the service before its own code: it ends as soon as the demo is gone, however that went. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Waiting for that alone keeps nobody from ending.
process.channel?.unref()
