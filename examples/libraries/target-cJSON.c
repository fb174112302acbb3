/* Parses a text with the library cJSON, prints the result in two ways, and looks at its members. */
#include <cJSON.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *root = cJSON_ParseWithLength((const char *)data, size);
  if (root == NULL)
    return 0;
  char *pretty = cJSON_Print(root);
  char *narrow = cJSON_PrintUnformatted(root);
  cJSON *copy = cJSON_Duplicate(root, 1);
  if (!cJSON_Compare(root, copy, 1) && pretty != NULL)
    cJSON_Minify(pretty);
  cJSON *name = cJSON_GetObjectItemCaseSensitive(root, "name");
  if (cJSON_IsString(name))
    cJSON_ReplaceItemInObject(root, "name", cJSON_CreateNumber(1));
  else if (cJSON_GetArraySize(root) > 2)
    cJSON_DeleteItemFromArray(root, 1);
  free(pretty);
  free(narrow);
  cJSON_Delete(copy);
  cJSON_Delete(root);
  return 0;
}
