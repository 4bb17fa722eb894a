import fastify from 'fastify'

/** A bare Fastify: it reads the bytes of a request and answers with as many as `x-answer-bytes` says. It ends with its parent. */
const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.all('/*', (request, reply) =>
  reply.type('application/json; charset=utf-8').send(Buffer.alloc(Number(request.headers['x-answer-bytes'] ?? 0), 'x')),
)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.once('disconnect', () => process.exit())
process.send?.(address)
