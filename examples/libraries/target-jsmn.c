/* Finds the parts of a text with the library jsmn, which is a header. */
#include <jsmn.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jsmn_parser parser;
  jsmntok_t tokens[32];
  jsmn_init(&parser);
  int parts = jsmn_parse(&parser, (const char *)data, size, NULL, 0);
  if (parts < 0)
    return 0;
  jsmn_init(&parser);
  jsmn_parse(&parser, (const char *)data, size, tokens, sizeof tokens / sizeof *tokens);
  return 0;
}
